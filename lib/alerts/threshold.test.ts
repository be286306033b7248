import { describe, expect, test } from 'vitest';
import type { NodePolicy } from '@/lib/policy/schema';
import { thresholdFor } from './threshold';

const row = (code: string, failures: number, window = 86_400_000) => {
  return { code, failures, window, threshold_source: 'manual' as const };
};
const policy: NodePolicy = { alert: { thresholds: [row('*', 5), row('timeout', 12, 3_600_000)] } };

describe('thresholdFor', () => {
  test('the row of the code goes before the row for all, wherever they stand', () => {
    expect(thresholdFor(policy, 'timeout')).toEqual({ failures: 12, windowMs: 3_600_000, anyCode: false });
    expect(thresholdFor(policy, 'other')).toEqual({ failures: 5, windowMs: 86_400_000, anyCode: true });
  });

  test('codes are compared raw, and no code is only meant by *', () => {
    expect(thresholdFor(policy, 'Timeout')?.failures).toBe(5);
    expect(thresholdFor(policy, null)?.failures).toBe(5);
    expect(thresholdFor({ alert: { thresholds: [row('null', 3)] } }, null)).toBeNull();
  });

  test('nothing written, nothing to be above', () => {
    expect(thresholdFor({}, 'timeout')).toBeNull();
    expect(thresholdFor({ alert: { silence: 60_000 } }, 'timeout')).toBeNull();
  });
});
