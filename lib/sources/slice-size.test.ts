import { expect, test } from 'vitest';
import { nextSliceMs, pauseAfterFailure, shorterSliceMs } from './slice-size';

const HOUR = 3_600_000;

test.each([
  [HOUR, 0, 5, 8 * HOUR],
  [HOUR, 20_000, 1_000, 2 * HOUR],
  [HOUR, 40_000, 4_000, HOUR],
  [HOUR, 10_000, 40_000, HOUR / 8],
  [HOUR, 4_000_000, 400_000, HOUR / 8],
  [1_000, 4_000_000, 400_000, 1_000],
  [700 * HOUR, 0, 0, 720 * HOUR],
])('after a slice of %i ms with %i rows in %i ms, one of %i', (slice, rows, tookMs, next) => {
  expect(nextSliceMs(slice, { rows, tookMs }, 40_000)).toBe(next);
});

test('one that took too long becomes shorter, to an end', () => {
  let size: number | null = HOUR;
  const sizes: number[] = [];
  while (size !== null) {
    sizes.push(size);
    size = shorterSliceMs(size);
  }
  expect(sizes).toEqual([HOUR, 450_000, 56_250, 7_031, 1_000]);
});

test('the pause after failures grows, to a quarter of an hour', () => {
  expect([1, 2, 3, 50].map((failures) => pauseAfterFailure(30, failures))).toEqual([30_000, 60_000, 120_000, 900_000]);
  expect(pauseAfterFailure(86_400, 3)).toBe(86_400_000);
});
