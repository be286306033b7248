import { expect, test } from 'vitest';
import { MAX_DRAFT_CHARACTERS, unkeepable } from './draft-limits';
import { previewSchema } from './schema';

const document = { retry: { maxAttempts: 3 } };
const schemaTakes = (content: { document: typeof document; text: string | null }) =>
  previewSchema.safeParse({
    ...content,
    ...{ nodeRowId: '5a73e376-4669-4f24-b2fa-3b98dc583005', replaceEngineRetry: false, held: null },
  }).success;

test('what can be kept has no finding', () => {
  const content = { document, text: 'id: a\nname: 表情 😀\n' };
  expect(unkeepable(content)).toEqual([]);
  expect(unkeepable({ document, text: null })).toEqual([]);
  expect(schemaTakes(content)).toBe(true);
});

test.each([
  ['NUL', 'id: a\nname: x\0y\n'],
  ['the first half of a pair', 'id: a\nname: x\ud83dy\n'],
  ['the second half of a pair', 'id: a\nname: x\ude00y\n'],
])('%s in the text is said at its place', (_, text) => {
  const place = { line: 2, column: 8, start: 13, end: 14 };
  expect(unkeepable({ document, text })).toEqual([{ code: 'text_unstorable', severity: 'error', place }]);
  expect(schemaTakes({ document, text })).toBe(false);
});

test('in the form it is said at its field, a key at its own path', () => {
  const odd = { owner: 'ops', classification: [{ code: 'x', class: 'terminal', reason: 'a\0' }], 'b\ud83d': 1 };
  expect(unkeepable({ document: odd, text: null })).toEqual([
    { code: 'text_unstorable', severity: 'error', path: ['classification', 0, 'reason'] },
    { code: 'text_unstorable', severity: 'error', path: ['b\ud83d'] },
  ]);
});

test('what is too long is said where it goes beyond', () => {
  const text = `id: a\n${'#'.repeat(MAX_DRAFT_CHARACTERS - 6)}`;
  expect(unkeepable({ document, text })).toEqual([]);
  expect(unkeepable({ document, text: `${text}\n## more` })).toMatchObject([
    { code: 'draft_too_large', values: { limit: 262_144 }, place: { line: 2, start: MAX_DRAFT_CHARACTERS } },
  ]);
  const long = { owner: 'ops', classification: [{ reason: 'a'.repeat(MAX_DRAFT_CHARACTERS) }] };
  expect(unkeepable({ document: long, text: null })).toMatchObject([
    { code: 'draft_too_large', path: ['classification', 0, 'reason'] },
  ]);
});
