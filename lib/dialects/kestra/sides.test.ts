import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyPart } from '@/lib/policy/document';
import { setAt } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import { toDocument } from '@/lib/policy/written';
import type { JsonObject } from '@/lib/shared/json';
import { putPlatformBack, reconcileSides, type SidesInput } from '../node-sides';
import { nodeText } from '../node-text';
import { plain } from '../policy-shape';
import { anyPolicy } from '../testing/arbitraries';
import { fileOf } from '../testing/files';
import { FLOWS, SMALL_FLOWS } from '../testing/flows';
import type { DefinitionText } from '../types';
import { kestra } from '.';

const [ORDERS = fileOf('testdata/corpus/kestra/full.yaml')] = FLOWS;

function documentOf(source: DefinitionText, nodeId: string): JsonObject {
  return policyPart(kestra.read(source).workflow?.nodes.find(({ id }) => id === nodeId)?.config ?? {});
}

function shownOf(source: DefinitionText, nodeId: string): string {
  return nodeText(source, 'kestra', nodeId)?.text ?? '';
}

function reconcile(source: DefinitionText, input: Pick<SidesInput, 'nodeId' | 'document'> & Partial<SidesInput>) {
  const rest = { text: null, held: null, replaceEngineRetry: false, inheritedOwner: 'ops' };
  const sides = reconcileSides(source, 'kestra', { ...rest, ...input });
  if (!sides) throw new Error('no node');
  return sides;
}

test('form and text are two sides of one retry', () => {
  const document = { ...documentOf(ORDERS, 'book'), owner: 'ops' };
  const shown = shownOf(ORDERS, 'book');
  expect(shown).toMatch(/^id: book {3}# where it goes\n/);
  const formed = reconcile(ORDERS, { nodeId: 'book', document: setAt(document, ['retry', 'maxAttempts'], 2) });
  expect(formed).toMatchObject({ broken: false, behind: false, ofText: [] });
  expect(formed.text).toBe(shown.replace('"4"', '"2"'));
  const typed = reconcile(ORDERS, { nodeId: 'book', document, text: shown.replace('PT0.250S', 'PT9S # longer') });
  expect(typed.document).toMatchObject({ owner: 'ops', retry: { maxAttempts: 4, initialInterval: '9s' } });
  expect(typed.text).toContain('PT9S # longer');
});

test('which errors are tried again stays with the form', () => {
  const retry = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s', retryOn: ['timeout'] };
  const there = reconcile(ORDERS, { nodeId: 'charge', document: { retry } });
  expect(there.text).toMatch(/maxAttempt: "3"$/);
  const text = there.text.replace('maxAttempt: "3"', 'maxAttempt: "6"');
  const back = reconcile(ORDERS, { nodeId: 'charge', document: { retry }, text, held: there.text });
  expect(back.document).toMatchObject({ retry: { ...retry, maxAttempts: 6 } });
  const without = reconcile(ORDERS, {
    nodeId: 'charge',
    document: { retry, owner: 'ops' },
    text: shownOf(ORDERS, 'charge'),
    held: there.text,
  });
  expect([without.document.retry, without.document.owner]).toEqual([undefined, 'ops']);
});

test('what belongs to the platform is named, and put back', () => {
  const shown = shownOf(ORDERS, 'charge');
  const text = shown.replace('method: POST', 'method: PUT\nretries: 3');
  const sides = reconcile(ORDERS, { nodeId: 'charge', document: {}, text });
  expect(sides.ofText.map(({ code }) => code)).toEqual(['platform_changed', 'platform_added']);
  expect(putPlatformBack(ORDERS, 'kestra', { nodeId: 'charge', text })).toBe(shown);
});

test('any policy goes from the form into the text, and the text says no other', () => {
  const files = SMALL_FLOWS.map((file) => [file, kestra.read(file).workflow?.nodes[0]?.id ?? ''] as const);
  fc.assert(
    fc.property(fc.constantFrom(...files), anyPolicy, ([file, nodeId], policy) => {
      const document = plain(toDocument(policy));
      const there = reconcile(file, { nodeId, document, replaceEngineRetry: true });
      expect(there).toMatchObject({ broken: false, behind: false });
      const held = { nodeId, text: there.text, held: there.text, replaceEngineRetry: true };
      const again = reconcile(file, { ...held, document });
      const read = readPolicy(again.document).policy;
      expect(read && plain(toDocument(read))).toEqual(document);
      expect(again.text).toBe(there.text);
    }),
    { numRuns: 25 },
  );
});
