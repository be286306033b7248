import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MEND_PLACES } from '@/lib/judge/drill';
import { mendHref } from './mend-href';

const SECTIONS = path.resolve(import.meta.dirname, '../../nodes/[id]/_components');

it('leads to a part of the node’s page that is there', () => {
  const sources = readdirSync(SECTIONS)
    .filter((file) => file.endsWith('-section.tsx'))
    .map((file) => readFileSync(path.join(SECTIONS, file), 'utf8'));
  for (const mend of MEND_PLACES) {
    const [, anchor] = mendHref(mend, { nodeRowId: 'n', groupId: 'g' }).split('#');
    if (mend === 'platform') expect(anchor).toBeUndefined();
    else if (mend === 'owner_group') expect(anchor).toBe('channels');
    else
      expect(
        sources.filter((source) => source.includes(`id="${anchor}"`)),
        mend,
      ).toHaveLength(1);
  }
});

it('leads to the group that was to be told, and to a new one where there is none', () => {
  expect(mendHref('owner_group', { nodeRowId: 'n', groupId: 'g' })).toBe('/groups/g#channels');
  expect(mendHref('owner_group', { nodeRowId: 'n', groupId: null })).toBe('/groups/new');
});
