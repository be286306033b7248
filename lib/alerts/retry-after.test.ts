import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after';

const NOW = new Date('2026-11-30T02:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 30 Nov 2026 02:00:30 GMT', 30_000],
    ['Mon, 30 Nov 2026 01:00:00 GMT', 0],
    ['Monday, 30-Nov-26 02:01:00 GMT', 60_000],
    ['999999999', 86_400_000],
    ['Fri, 30 Nov 2096 02:00:30 GMT', 86_400_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026-11-30', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%s is %s', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});
