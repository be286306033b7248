import { expect, it } from 'vitest';
import { lookAgainIn } from './platform-runner';

it.each([
  [0, 500],
  [4_000, 500],
  [20_000, 2_000],
  [3_600_000, 5_000],
])('looks into the log more seldom the longer nothing has come: after %i ms in %i', (quietMs, expected) => {
  expect(lookAgainIn(quietMs)).toBe(expected);
});
