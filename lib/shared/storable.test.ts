import { expect, test } from 'vitest';
import { isStorable, isStorableJson } from './storable';

test.each([
  ['plain', true],
  ['表情 😀', true],
  ['a\u0000b', false],
  ['half \ud83d', false],
  ['\ude00 half', false],
])('%j', (text, storable) => {
  expect(isStorable(text)).toBe(storable);
  expect(isStorableJson({ a: [1, null, { b: text }] })).toBe(storable);
  expect(isStorableJson({ [text]: true })).toBe(storable);
});
