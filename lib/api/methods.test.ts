import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowedMethods } from './methods';

const API = path.resolve(import.meta.dirname, '../../app/api/v1');
const ROUTES = readdirSync(API, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('route.ts'));

it.each(ROUTES)('knows what %s answers to', (name) => {
  const address = `/api/v1/${path.dirname(name).replace(/\[\w+\]/g, '5f43520e-5c30-404d-bb3f-672c39f68fc2')}`;
  const text = readFileSync(path.join(API, name), 'utf8');
  const exported = [...text.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm)].map(([, method]) => method);
  const implied = exported.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  expect(allowedMethods(address)).toEqual([...exported, ...implied].sort());
});

it('knows nothing of what is not there', () => {
  expect(allowedMethods('/api/v1/nope')).toBeNull();
  expect(allowedMethods('/api/v1/failuresXcsv')).toBeNull();
});
