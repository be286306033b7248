import { expect, it } from 'vitest';
import { peaksOf } from './failure-peaks';

it.each([
  ['an outage', [100, 110, 423, 90, 120, 100], 105, [null, null, 423 / 105, null, null, null]],
  ['three times as much, not more', [10, 10, 30, 10, 10], 10, [null, null, null, null, null]],
  ['a little more than that', [10, 10, 31, 10, 10], 10, [null, null, 3.1, null, null]],
  ['ten among days without any', [0, 0, 10, 0, 0], 0, [null, null, 10, null, null]],
  ['nine among days without any', [0, 0, 9, 0, 0], 0, [null, null, null, null, null]],
  ['too few bars', [1, 1, 500, 1], 1, [null, null, null, null]],
  ['no bars', [], 0, []],
  ['half the days the same', [50, 0, 50, 0, 50, 0], 25, [null, null, null, null, null, null]],
])('%s', (_, totals, usual, times) => {
  expect(peaksOf(totals)).toEqual({ usual, times });
});
