import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SampleAnswer } from '@/lib/history/threshold-answer';
import { judgeDocument } from '@/lib/policy/judgement';
import type { JsonObject } from '@/lib/shared/json';
import { takeByHand, takenAtOnce, takeSuggestions, thresholdLines } from './threshold-rows';

const DAYS = ['2026-11-28', '2026-11-29', '2026-11-30'];
const SAMPLE: SampleAnswer = {
  measuredAt: '2026-12-01T08:00:00.000Z',
  windowDays: 3,
  minimum: { executions: 30, failures: 10 },
  days: DAYS,
  executions: 200,
  observedDays: 3,
  codes: [
    { code: 'timeout', counts: [4, 9, 2] },
    { code: 'psp_busy', counts: [0, 2, 1] },
    { code: '', counts: [1, 0, 0] },
    { code: null, counts: [0, 0, 1] },
  ],
  more: 0,
  any: [5, 11, 4],
};
const MEASURED = {
  code: 'timeout',
  failures: 9,
  window: '1d',
  threshold_source: 'measured',
  sample_size: 200,
  failure_count: 15,
  measured_at: '2026-11-15T00:00:00Z',
};
const MANUAL = { code: 'psp_busy', failures: 8, window: '1d', threshold_source: 'manual', reason: 'agreed' };
const alert = (...thresholds: JsonObject[]): JsonObject => ({ owner: 'ops', alert: { thresholds } });

/** Each line as `code standing`, with the place of what is written. */
function shown(document: JsonObject, sample: SampleAnswer | null = SAMPLE): string[] {
  return thresholdLines(document, ['timeout', null], sample).map(
    ({ code, written, suggestion }) => `${code} ${written?.index ?? '-'} ${suggestion?.standing ?? '?'}`,
  );
}

describe('lines', () => {
  test('codes by how often they fail, what only a threshold names, and all others last', () => {
    expect(shown({})).toEqual(['timeout - missing', 'psp_busy - missing', '* - missing']);
    const gone = { ...MANUAL, code: 'gone' };
    expect(shown(alert(gone, MEASURED, { ...MEASURED, code: '*' }))).toEqual([
      'timeout 1 same',
      'psp_busy - missing',
      'gone 0 by_hand',
      '* 2 differs',
    ]);
  });

  test('before history is read: what the node showed and what is written, without suggestions', () => {
    expect(shown(alert(MANUAL), null)).toEqual(['timeout - ?', 'psp_busy 0 ?', '* - ?']);
  });

  test('a second threshold of one code has a line of its own, to be removed', () => {
    expect(shown(alert(MEASURED, MEASURED))).toEqual([
      'timeout 0 same',
      'timeout 1 ?',
      'psp_busy - missing',
      '* - missing',
    ]);
  });

  test.each([
    ['the same figures', {}, 'same'],
    ['other figures, same threshold', { sample_size: 150 }, 'newer'],
    ['another number', { failures: 12 }, 'differs'],
    ['another window', { window: '2h' }, 'differs'],
    ['a day said otherwise', { window: '24h' }, 'same'],
    ['still under observation', { threshold_source: 'pending-observation' }, 'differs'],
    ['a source that nobody knows', { threshold_source: 'guess' }, 'differs'],
    ['a person', { threshold_source: 'manual' }, 'by_hand'],
  ])('%s', (_, change, standing) => {
    expect(shown(alert({ ...MEASURED, ...change }))[0]).toBe(`timeout 0 ${standing}`);
  });

  test('what does not hold is shown as far as it can be read', () => {
    const [line] = thresholdLines(alert({ code: 'timeout', failures: 'many', measured_at: 'then' }), [], SAMPLE);
    expect(line?.written).toMatchObject({ failures: null, windowMs: null, source: null, measuredAt: null });
    expect(thresholdLines({ alert: { thresholds: ['a', { failures: 1 }] } }, [], null)).toHaveLength(1);
  });
});

describe('a suggestion', () => {
  const lines = thresholdLines({}, [], SAMPLE);

  test('measured: the 95th percentile with its interval, as it would be written', () => {
    expect(lines[0]?.suggestion).toMatchObject({
      row: { ...MEASURED, measured_at: SAMPLE.measuredAt },
      counts: [4, 9, 2],
      enoughInDays: 0,
    });
    const { low = 0, high = 0 } = lines[0]?.suggestion?.rate ?? {};
    expect([low, high].map((part) => Math.round(part * 1000) / 10)).toEqual([4.6, 12]);
  });

  test('below the minimum: the default, with its sample and when there is enough', () => {
    const pending = lines[1]?.suggestion;
    expect(pending?.row).toEqual({
      code: 'psp_busy',
      failures: 5,
      window: '1d',
      threshold_source: 'pending-observation',
      sample_size: 200,
      failure_count: 3,
    });
    expect(pending).toMatchObject({ rate: null, enoughInDays: null });
    const longer = { ...SAMPLE, windowDays: 30 };
    expect(thresholdLines({}, [], longer)[1]?.suggestion?.enoughInDays).toBe(7);
  });

  test('a code that did not fail in the window is under observation too', () => {
    const [, , gone] = thresholdLines(alert({ ...MEASURED, code: 'gone' }), [], SAMPLE);
    expect(gone?.suggestion).toMatchObject({ counts: [0, 0, 0], failureCount: 0, standing: 'short' });
  });
});

describe('taking', () => {
  const take = (document: JsonObject) => {
    const lines = thresholdLines(document, [], SAMPLE);
    return takenAtOnce(lines).map(({ code }) => code);
  };

  test('all at once: what is measured or waits, not what a person set or what seldom fails', () => {
    expect(take({})).toEqual(['timeout', '*']);
    expect(take(alert({ ...MEASURED, window: '2h' }))).toEqual(['*']);
    expect(take(alert(MEASURED, MANUAL))).toEqual(['*']);
    expect(take(alert(MEASURED, { ...MEASURED, code: 'gone' }))).toEqual(['*']);
    expect(take(alert({ ...MANUAL, threshold_source: 'pending-observation' }))).toEqual(['timeout', 'psp_busy', '*']);
  });

  test('what is taken holds, says what backs it, and is then what history suggests', () => {
    const platform = { ...MEASURED, failures: 40, 'x-ticket': 'OPS-7' };
    const document = takeSuggestions(alert(platform, MANUAL), thresholdLines(alert(platform, MANUAL), [], SAMPLE));
    expect(judgeDocument(document, null, {}).diagnostics).toEqual([]);
    expect(shown(document).map((each) => each.split(' ').at(-1))).toEqual(['same', 'same', 'same']);
    expect(document.alert).toMatchObject({ thresholds: [{ failures: 9, 'x-ticket': 'OPS-7' }, { failures: 5 }, {}] });
  });

  test('by hand: the number stays, the sample goes, and a reason is asked for at its place', () => {
    const document = alert(MEASURED);
    const [line] = thresholdLines(document, [], SAMPLE);
    const next = line ? takeByHand(document, line) : {};
    expect(next).toEqual(alert({ code: 'timeout', failures: 9, window: '1d', threshold_source: 'manual' }));
    expect(judgeDocument(next, null, {}).diagnostics).toMatchObject([
      { code: 'threshold_reason', severity: 'error', path: ['alert', 'thresholds', 0, 'reason'] },
    ]);
  });

  test('nothing else of a document changes, whatever stands in it', () => {
    const code = fc.constantFrom('timeout', 'psp_busy', 'gone', '*');
    const entry = fc.record({ code, failures: fc.nat(), window: fc.constant('1d'), threshold_source: fc.string() });
    const property = fc.property(fc.array(fc.oneof(entry, fc.string())), (thresholds) => {
      const document = { owner: 'ops', alert: { silence: '30m', thresholds } };
      const lines = thresholdLines(document, [], SAMPLE);
      const next = takeSuggestions(document, lines);
      expect(next).toMatchObject({ owner: 'ops', alert: { silence: '30m' } });
      // A second entry of a code, or one of another shape, is no business of a suggestion's.
      const codes = thresholds.map((each) => (typeof each === 'string' ? null : each.code));
      const list: readonly unknown[] = Array.isArray(Object(next.alert).thresholds)
        ? Object(next.alert).thresholds
        : [];
      thresholds.forEach((each, i) => {
        if (codes[i] === null || codes.indexOf(codes[i] ?? null) < i) expect(list[i]).toEqual(each);
      });
    });
    fc.assert(property, { numRuns: 200 });
  });
});
