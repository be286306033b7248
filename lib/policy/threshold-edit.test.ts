import { expect, it } from 'vitest';
import { valueAt } from './edit';
import { type ThresholdRow, thresholdIndex, withoutThreshold, withThreshold } from './threshold-edit';

const MEASURED = {
  code: 'timeout',
  failures: 12,
  window: '1d',
  threshold_source: 'measured',
  sample_size: 412,
  failure_count: 57,
  measured_at: '2026-11-01T00:00:00Z',
} satisfies ThresholdRow;
const MANUAL = {
  code: 'timeout',
  failures: 3,
  window: '1d',
  threshold_source: 'manual',
  reason: 'agreed with sales',
} satisfies ThresholdRow;

it('a first threshold makes its list, and whatever else stands there stays', () => {
  const document = { owner: 'ops', alert: { silence: '30m' }, retry: { maxAttempts: 3 } };
  expect(withThreshold(document, MEASURED)).toEqual({ ...document, alert: { silence: '30m', thresholds: [MEASURED] } });
  expect(withThreshold({}, MEASURED)).toEqual({ alert: { thresholds: [MEASURED] } });
});

it('the entry of the code is replaced in its place: keys of the platform and their order stay, old evidence goes', () => {
  const entry = {
    'x-team': 'red',
    threshold_source: 'manual',
    reason: 'a guess',
    code: 'timeout',
    failures: 2,
    window: '1d',
    note: 1,
  };
  const document = { alert: { thresholds: [{ code: '*', failures: 5 }, entry, 'not an entry'] } };
  const next = withThreshold(document, MEASURED);
  const thresholds = valueAt(next, ['alert', 'thresholds']);
  expect(thresholds).toEqual([{ code: '*', failures: 5 }, { 'x-team': 'red', note: 1, ...MEASURED }, 'not an entry']);
  expect(Object.keys(valueAt(next, ['alert', 'thresholds', 1]) ?? {})).toEqual([
    'x-team',
    'threshold_source',
    'code',
    'failures',
    'window',
    'note',
    'sample_size',
    'failure_count',
    'measured_at',
  ]);
  const back = withThreshold(next, MANUAL);
  expect(back).toEqual({
    alert: { thresholds: [{ code: '*', failures: 5 }, { 'x-team': 'red', note: 1, ...MANUAL }, 'not an entry'] },
  });
  expect(document.alert.thresholds[1]).toBe(entry);
});

it('of two entries of one code the first is the one that holds', () => {
  const document = {
    alert: {
      thresholds: [
        { code: 'timeout', failures: 1 },
        { code: 'timeout', failures: 2 },
      ],
    },
  };
  expect(thresholdIndex(document, 'timeout')).toBe(0);
  expect(withThreshold(document, MANUAL)).toEqual({
    alert: { thresholds: [MANUAL, { code: 'timeout', failures: 2 }] },
  });
});

it('a threshold that is taken away takes nothing else with it', () => {
  const document = { alert: { thresholds: [MEASURED, { code: '*', failures: 5 }] } };
  expect(withoutThreshold(document, 'timeout')).toEqual({ alert: { thresholds: [{ code: '*', failures: 5 }] } });
  expect(withoutThreshold(document, 'http_401')).toBe(document);
  expect(withoutThreshold({ alert: { silence: '30m', thresholds: [MEASURED] } }, 'timeout')).toEqual({
    alert: { silence: '30m' },
  });
});

it('what is no list gives way', () => {
  expect(withThreshold({ alert: { thresholds: 'many' } }, MANUAL)).toEqual({ alert: { thresholds: [MANUAL] } });
});
