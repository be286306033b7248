import { describe, expect, test } from 'vitest';
import { checkPolicy, publishable } from './check';
import { readPolicy } from './read';

const measured = {
  code: 'timeout',
  failures: 12,
  window: '1d',
  threshold_source: 'measured',
  sample_size: 412,
  failure_count: 57,
  measured_at: '2026-11-01T00:00:00Z',
};
const manual = { code: 'psp_busy', failures: 8, window: '1d', threshold_source: 'manual', reason: 'agreed' };
const pending = {
  code: '*',
  failures: 5,
  window: '1d',
  threshold_source: 'pending-observation',
  sample_size: 14,
  failure_count: 2,
};

/** Everything that is found, as `severity code path-within-the-list`. */
function found(...thresholds: readonly object[]): string[] {
  const { policy, diagnostics } = readPolicy({ owner: 'ops', alert: { thresholds } });
  const all = policy ? [...diagnostics, ...checkPolicy(policy)] : diagnostics;
  return all.map(({ severity, code, path = [] }) => `${severity} ${code} ${path.slice(2).join('.')}`);
}

test('what the three sources have to say is enough, and stays as it is written', () => {
  expect(found(measured, manual, pending)).toEqual([]);
  const { policy } = readPolicy({ alert: { thresholds: [manual] } });
  expect(policy?.alert?.thresholds).toEqual([{ ...manual, window: 86_400_000 }]);
});

describe('a threshold that forbids to publish', () => {
  test.each([
    ['by hand without a reason', [{ ...manual, reason: undefined }], ['error threshold_reason 0.reason']],
    ['by hand with blanks for a reason', [pending, { ...manual, reason: ' \n' }], ['error threshold_reason 1.reason']],
    [
      'measured without its sample',
      [{ code: 'timeout', failures: 12, window: '1d', threshold_source: 'measured' }],
      ['sample_size', 'failure_count', 'measured_at'].map((key) => `error threshold_sample 0.${key}`),
    ],
    ['two of one code', [measured, pending, measured], ['error threshold_twice 2.code']],
    ['measured at no time', [{ ...measured, measured_at: 'yesterday' }], ['error threshold_measured_at 0.measured_at']],
    ['no such day', [{ ...measured, measured_at: '2026-02-30' }], ['error threshold_measured_at 0.measured_at']],
  ])('%s', (_, thresholds, expected) => {
    expect(found(...thresholds)).toEqual(expected);
    // What is in force goes on: it is read all the same.
    const { policy } = readPolicy({ owner: 'ops', alert: { thresholds } });
    expect(policy).not.toBeNull();
    expect(policy && publishable(policy)).toBe(false);
  });

  test.each([
    ['nothing', { failures: 0 }, 'error threshold_failures 0.failures'],
    ['half a failure', { failures: 1.5 }, 'error threshold_failures 0.failures'],
    ['a text', { failures: '12' }, 'error threshold_failures 0.failures'],
    ['too many', { failures: 1_000_000_001 }, 'error threshold_failures 0.failures'],
    ['a window of seconds', { window: '59s' }, 'error threshold_window 0.window'],
    ['a window of a year', { window: '365d' }, 'error threshold_window 0.window'],
    ['less than no sample', { sample_size: -1 }, 'error threshold_count 0.sample_size'],
    ['part of a failure', { failure_count: 0.5 }, 'error threshold_count 0.failure_count'],
    ['a source of its own', { threshold_source: 'guessed' }, 'error threshold_source 0.threshold_source'],
    ['an empty code', { code: '' }, 'error rule_code 0.code'],
  ])('%s does not hold at all', (_, change, expected) => {
    expect(found({ ...measured, ...change })).toEqual([expected]);
  });
});

test.each(['2026-11-01', '2026-11-01T00:00:00Z', '2026-11-01T08:30:15.250+08:00', '2028-02-29'])(
  '%s is a moment',
  (at) => {
    expect(found({ ...measured, measured_at: at })).toEqual([]);
  },
);

describe('what only surprises is a warning', () => {
  test('waiting for history without saying how much there is', () => {
    const { sample_size: _n, failure_count: _k, ...bare } = pending;
    expect(found(bare)).toEqual(['warning threshold_sample 0.sample_size', 'warning threshold_sample 0.failure_count']);
  });

  test('a pattern, which no code of a log is', () => {
    expect(found({ ...measured, code: 'http_*' })).toEqual(['warning threshold_pattern 0.code']);
  });
});
