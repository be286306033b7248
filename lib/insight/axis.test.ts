import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks, labelledPositions } from './axis';

describe('axisTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [60, [0, 20, 40, 60]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('up to %d', (most, ticks) => expect(axisTicks(most)).toEqual(ticks));

  it('reaches the highest bar with whole, even, few steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (most) => {
        const ticks = axisTicks(most);
        const [, step = 0] = ticks;
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most));
        expect(ticks.every((tick, i) => Number.isInteger(tick) && tick === i * step)).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

describe('labelledPositions', () => {
  it('are even, begin with the first, and are not too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 20 }), (count, most) => {
        const positions = labelledPositions(count, most);
        expect(positions[0]).toBe(0);
        expect(positions.length).toBeLessThanOrEqual(most);
        expect(positions.at(-1)).toBeLessThan(count);
      }),
    );
  });
});
