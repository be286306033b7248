import { describe, expect, it } from 'vitest';
import type { NodePolicy } from '@/lib/policy/schema';
import { DAY_MS, HOUR_MS } from '@/lib/shared/clock';
import type { CodeSample, NodeSample } from './threshold-sample';
import {
  driftsFrom,
  measuredBefore,
  measuredRow,
  nextMeasuring,
  sampleFor,
  thresholdStates,
  triedAgainAt,
} from './threshold-state';

const MINIMUM = { minimum: { executions: 30, failures: 10 } };

function sampleOf(errorCode: string | null, counts: readonly number[], executions = 100): CodeSample {
  const days = counts.map((failedExecutions, index) => ({ day: `2026-11-0${index + 1}`, failedExecutions }));
  return { errorCode, days, executions, observedDays: days.length };
}

/** Ten failures on each of four days: 10 a day are usual. */
const PLENTY = [10, 10, 10, 10];
const FEW = [1, 0, 0, 1];

function node(...codes: CodeSample[]): NodeSample {
  const any = sampleOf(
    null,
    [0, 1, 2, 3].map((day) => codes.reduce((sum, { days }) => sum + (days[day]?.failedExecutions ?? 0), 0)),
  );
  return { codes, any };
}

function policy(
  ...thresholds: Partial<NonNullable<NonNullable<NodePolicy['alert']>['thresholds']>[number]>[]
): NodePolicy {
  const usual = { code: 'timeout', failures: 10, window: DAY_MS, threshold_source: 'measured' as const };
  return { alert: { thresholds: thresholds.map((each) => ({ ...usual, ...each })) } };
}

const statesOf = (...of: [NodePolicy, NodeSample]) =>
  thresholdStates(...of, MINIMUM).map(({ code, state }) => `${code} ${state}`);

describe('a threshold that was measured', () => {
  it.each([
    { written: 10, state: 'current' },
    { written: 9, state: 'current' },
    { written: 12, state: 'current' },
    { written: 8, state: 'drifted' },
    { written: 13, state: 'drifted' },
  ])('of $written a day is $state where 10 are usual now', ({ written, state }) => {
    expect(statesOf(policy({ failures: written }), node(sampleOf('timeout', PLENTY)))).toEqual([`timeout ${state}`]);
  });

  it('is short where there is not enough any more, or nothing at all', () => {
    expect(statesOf(policy({}), node(sampleOf('timeout', FEW)))).toEqual(['timeout short']);
    expect(statesOf(policy({}), node())).toEqual(['timeout short']);
    expect(statesOf(policy({}), node(sampleOf('timeout', PLENTY, 29)))).toEqual(['timeout short']);
  });

  it('is not held against a daily number when it is of another window', () => {
    expect(statesOf(policy({ failures: 1, window: HOUR_MS }), node(sampleOf('timeout', PLENTY)))).toEqual([
      'timeout current',
    ]);
  });
});

it('what waits to be observed is ripe with enough, and current before', () => {
  const waits = policy({ threshold_source: 'pending-observation', failures: 5 });
  expect(statesOf(waits, node(sampleOf('timeout', PLENTY)))).toEqual(['timeout ripe']);
  expect(statesOf(waits, node(sampleOf('timeout', FEW)))).toEqual(['timeout current']);
});

it('what somebody decided by hand never drifts', () => {
  const manual = policy({ threshold_source: 'manual', failures: 900 });
  expect(statesOf(manual, node(sampleOf('timeout', PLENTY)))).toEqual(['timeout current']);
});

it('a code with enough and without a threshold is ripe, one with too little is not there', () => {
  expect(statesOf({}, node(sampleOf('timeout', PLENTY), sampleOf('http_401', FEW)))).toEqual(['timeout ripe']);
  const [found] = thresholdStates({}, node(sampleOf('timeout', PLENTY)), MINIMUM);
  expect(found).toMatchObject({ written: null, suggestion: { failures: 10, failure_count: 40, sample_size: 100 } });
});

it('failures without a code are covered by the threshold of all codes', () => {
  const sample = node(sampleOf('timeout', PLENTY), sampleOf(null, PLENTY));
  expect(statesOf({}, sample)).toEqual(['timeout ripe', '* ripe']);
  const [, any] = thresholdStates({}, sample, MINIMUM);
  expect(any?.suggestion).toMatchObject({ failures: 20, failure_count: 80 });
  const written = policy({ code: '*', failures: 20 });
  expect(statesOf(written, sample)).toEqual(['* current', 'timeout ripe']);
  expect(statesOf({}, node(sampleOf('timeout', PLENTY), sampleOf(null, FEW)))).toEqual(['timeout ripe']);
});

it('a raw code that is called as all of them, and an empty one, have no threshold of their own', () => {
  expect(statesOf({}, node(sampleOf('*', PLENTY), sampleOf('', PLENTY)))).toEqual([]);
});

it('of two entries of a code the first is the one that holds', () => {
  expect(statesOf(policy({ failures: 100 }, { failures: 10 }), node(sampleOf('timeout', PLENTY)))).toEqual([
    'timeout drifted',
  ]);
});

it.each([
  [1, 1, false],
  [1, 2, true],
  [5, 6, false],
  [5, 7, true],
  [100, 81, false],
  [100, 79, true],
])('from %i to %i is a drift: %s', (written, now, drifts) => {
  expect(driftsFrom(written, now)).toBe(drifts);
});

it('a code that did not fail has each day with nothing on it', () => {
  const { days, executions } = sampleFor(node(sampleOf('timeout', PLENTY)), 'http_401');
  expect(days.map(({ failedExecutions }) => failedExecutions)).toEqual([0, 0, 0, 0]);
  expect(executions).toBe(100);
});

it('what is taken says where it comes from', () => {
  const at = new Date('2026-11-20T00:31:00Z');
  expect(measuredRow('timeout', { failures: 12, sample_size: 412, failure_count: 57 }, at)).toEqual({
    code: 'timeout',
    failures: 12,
    window: '1d',
    threshold_source: 'measured',
    sample_size: 412,
    failure_count: 57,
    measured_at: '2026-11-20T00:31:00.000Z',
  });
});

it.each([
  ['2026-11-20T00:29:59Z', '2026-11-19T00:30:00.000Z'],
  ['2026-11-20T00:30:00Z', '2026-11-20T00:30:00.000Z'],
  ['2026-11-20T23:59:59Z', '2026-11-20T00:30:00.000Z'],
])('at %s all that was measured before %s is due', (now, before) => {
  expect(measuredBefore(new Date(now)).toISOString()).toBe(before);
  expect(nextMeasuring(new Date(now)).getTime()).toBe(Date.parse(before) + DAY_MS);
});

it('a source that fails again and again is tried less often', () => {
  expect([1, 2, 3, 20].map((failures) => triedAgainAt(0, failures) / 60_000)).toEqual([1, 2, 4, 30]);
});
