import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '@/testdata/cases/threshold.json';
import {
  DEFAULT_THRESHOLD,
  daysUntilEnough,
  MINIMUM_SAMPLE,
  suggestThreshold,
  type ThresholdSuggestion,
  wilsonInterval,
} from './threshold';

const days = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 62 });
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('suggestThreshold', () => {
  test.each(cases.map((each, index) => ({ ...each, index })))('case $index', (each) => {
    const found = rounded(suggestThreshold(each.dailyFailedExecutions, each.executions));
    expect(found).toEqual(each.result);
  });

  test('never falls when the count of a day grows, among those with enough of a sample', () => {
    const property = fc.property(days, fc.nat(), fc.integer({ min: 1, max: 50 }), (daily, pick, more) => {
      const grown = daily.map((count, i) => (i === pick % daily.length ? count + more : count));
      const executions = sum(grown) + MINIMUM_SAMPLE.executions;
      const [before, after] = [suggestThreshold(daily, executions), suggestThreshold(grown, executions)];
      if (before.threshold_source === 'measured') {
        expect(after.threshold_source).toBe('measured');
        expect(after.failures).toBeGreaterThanOrEqual(before.failures);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('below the minimum sample it is the default, and above it a count that was there', () => {
    const property = fc.property(days, fc.nat({ max: 100 }), (daily, others) => {
      const executions = sum(daily) + others;
      const found = suggestThreshold(daily, executions);
      const enough = executions >= 30 && sum(daily) >= 10;
      expect(found.threshold_source).toBe(enough ? 'measured' : 'pending-observation');
      expect(found).toMatchObject({ sample_size: executions, failure_count: sum(daily) });
      if (!enough) expect(found.failures).toBe(DEFAULT_THRESHOLD);
      else expect([...daily, 1]).toContain(found.failures);
      // Of 100 days, five at most were above it.
      if (enough) expect(daily.filter((count) => count > found.failures).length).toBeLessThanOrEqual(daily.length / 20);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('a minimum of its own decides, and a threshold is at least one', () => {
    const daily = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12];
    expect(suggestThreshold(daily, 40)).toMatchObject({ threshold_source: 'measured', failures: 1 });
    const more = { executions: 30, failures: 13 };
    expect(suggestThreshold(daily, 40, more)).toMatchObject({ threshold_source: 'pending-observation' });
    expect(() => suggestThreshold([], 40)).toThrow('at least one day');
  });
});

describe('wilsonInterval', () => {
  test('holds just the rates from which the count lies within 1.96 standard deviations', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, share) => {
        const hits = Math.round(share * n);
        const { low, high } = wilsonInterval(hits, n);
        expect(low).toBeLessThanOrEqual(hits / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(hits / n - 1e-12);
        // Its ends are where the score test just holds: |p̂ − p| = z·√(p(1−p)/n), the quadratic that it solves.
        for (const end of [low, high])
          if (end > 0 && end < 1)
            expect(Math.abs(hits / n - end)).toBeCloseTo(1.959963984540054 * Math.sqrt((end * (1 - end)) / n), 7);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test('without a trial, all is possible', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval(12, 10).high).toBe(1);
  });
});

describe('daysUntilEnough', () => {
  const window = { observedDays: 10, windowDays: 30 };
  test.each([
    [30, 10, 0],
    [15, 10, 10],
    [30, 4, 15],
    // Three failures in ten days come to nine in a window of thirty.
    [200, 3, null],
    [200, 0, null],
    [0, 0, null],
  ])('%i executions, %i failures: %s', (sample_size, failure_count, expected) => {
    expect(daysUntilEnough({ sample_size, failure_count }, window)).toBe(expected);
  });
});

function rounded(found: ThresholdSuggestion): ThresholdSuggestion {
  if (found.threshold_source !== 'measured') return found;
  const six = (rate: number) => Math.round(rate * 1e6) / 1e6;
  return { ...found, rateLow: six(found.rateLow), rateHigh: six(found.rateHigh) };
}
