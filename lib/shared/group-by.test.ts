import { expect, it } from 'vitest';
import { groupBy } from './group-by';

it('keeps the order of elements and of first keys, null among them', () => {
  const groups = groupBy([3, 1, 4, 1, 5, 9, 2, 6], (n) => (n > 5 ? null : n % 2));
  expect([...groups]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4, 2]],
    [null, [9, 6]],
  ]);
});
