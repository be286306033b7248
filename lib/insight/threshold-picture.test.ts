import { expect, test } from 'vitest';
import { pictureTop } from './threshold-picture';

const quiet = Array.from({ length: 29 }, (_, i) => i % 3);

test.each([
  ['no day and no line', [], [0, 0], 1],
  ['days and lines of one size', [...quiet, 3], [3, 2], 3],
  ['a line above all days', quiet, [12, 5], 15],
  ['one outage: cut, so that the others can be seen', [...quiet, 51], [3, 1], 6],
  ['a high day that is still told from the rest', [...quiet, 12], [3, 0], 15],
])('%s', (_, counts, lines, top) => {
  expect(pictureTop(counts, lines)).toBe(top);
});

test('a line is always within', () => {
  for (const line of [1, 7, 99, 1_000_000]) expect(pictureTop([...quiet, 400], [line, 0])).toBeGreaterThanOrEqual(line);
});
