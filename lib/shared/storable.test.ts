import { expect, test } from 'vitest';
import { fitsIndex, isStorable, isStorableJson } from './storable';

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

test.each([
  ['x'.repeat(600), true],
  ['x'.repeat(601), false],
  ['表'.repeat(200), true],
  ['表'.repeat(201), false],
  ['é'.repeat(301), false],
])('what an index takes beside others: %#', (text, fits) => {
  expect(fitsIndex(text)).toBe(fits);
});
