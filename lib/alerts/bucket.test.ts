import { describe, expect, it } from 'vitest';
import { type Bucket, takeToken } from './bucket';

const NEVER: Bucket = { tokens: 0, refilledAt: new Date(0) };
const NOW = new Date('2026-11-20T08:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const RATE = { burst: 3, perMinute: 15 };

describe('takeToken', () => {
  it('is full at the beginning, gives its burst, and then one each four seconds', () => {
    let bucket = NEVER;
    for (const tokens of [2, 1, 0]) {
      const taking = takeToken(bucket, RATE, NOW);
      expect(taking).toEqual({ taken: true, bucket: { tokens, refilledAt: NOW } });
      if (taking.taken) bucket = taking.bucket;
    }
    expect(takeToken(bucket, RATE, NOW)).toEqual({ taken: false, waitMs: 4_000, eachMs: 4_000 });
    expect(takeToken(bucket, RATE, later(1_000))).toEqual({ taken: false, waitMs: 3_000, eachMs: 4_000 });
    expect(takeToken(bucket, RATE, later(4_000))).toMatchObject({ taken: true });
  });

  it('never gives more than burst and rate together, however it is asked', () => {
    let bucket = NEVER;
    let given = 0;
    for (let ms = 0; ms <= 60_000; ms += 37) {
      const taking = takeToken(bucket, RATE, later(ms));
      if (!taking.taken) continue;
      bucket = taking.bucket;
      given++;
    }
    expect(given).toBeGreaterThanOrEqual(RATE.burst + RATE.perMinute - 1);
    expect(given).toBeLessThanOrEqual(RATE.burst + RATE.perMinute);
  });

  it('gives nothing for a clock that is behind', () => {
    const empty = { tokens: 0.25, refilledAt: NOW };
    expect(takeToken(empty, RATE, later(-60_000))).toEqual({ taken: false, waitMs: 3_000, eachMs: 4_000 });
    const one = { tokens: 1, refilledAt: NOW };
    expect(takeToken(one, RATE, later(-1))).toEqual({ taken: true, bucket: { tokens: 0, refilledAt: NOW } });
  });
});
