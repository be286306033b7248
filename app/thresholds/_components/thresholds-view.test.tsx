import { MantineProvider } from '@mantine/core';
import { describe, expect, it, vi } from 'vitest';
import { pack } from '@/components/table/packed';
import { markupIn } from '@/components/testing/markup';
import type { MeasuringProgress } from '@/lib/history/threshold-progress-queries';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { THRESHOLD_SHOWS, type ThresholdListRow } from '@/lib/insight/threshold-list';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { readThresholdQuery } from '../search-params';
import { Measured } from './measured';
import { TakenNotice } from './taken-notice';
import { ThresholdsView } from './thresholds-view';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined, replace: () => undefined }) }));
vi.mock('../actions', () => ({}));

const NOW = new Date('2026-11-20T08:00:00Z');
const ID = nodeRowIdSchema.parse('00000000-0000-4000-8000-000000000001');
const ROW: ThresholdListRow = {
  ...{ nodeRowId: ID, nodeName: 'Charge <b>', workflowId: 'w', workflowName: 'Orders', ownerName: null },
  ...{ code: '<img onerror=x>', state: 'drifted', since: +NOW - 3_600_000, measuredAt: +NOW, written: 1_200 },
  ...{ writtenSource: 'measured', suggested: 1_500, sampleSize: 41_200, failureCount: 5_700 },
  ...{ rateLow: 0.1068, rateHigh: 0.1749, windowDays: 30, drafted: false, draftBy: null, draftHeld: false },
};
const ROWS: readonly ThresholdListRow[] = [
  ROW,
  { ...ROW, code: '*', state: 'ripe', written: null, writtenSource: null, draftBy: 'Ben', draftHeld: true },
  { ...ROW, code: 'a', state: 'ripe', writtenSource: 'pending-observation', drafted: true, draftBy: 'Ann' },
  { ...ROW, code: 'b', state: 'short', suggested: null, rateLow: null, rateHigh: null },
];
const COUNTS = { open: 2, drifted: 1, ripe: 1, drafted: 1, short: 1 };

function shown(locale: (typeof LOCALES)[number], element: React.ReactNode): string {
  const html = markupIn(locale, <MantineProvider>{element}</MantineProvider>, { now: NOW });
  expect(html).not.toContain('<img');
  return html;
}

function view(rows: readonly ThresholdListRow[], show: string, mayEdit = true) {
  const query = readThresholdQuery({ show });
  const list = { rows, page: 1, pages: 1, matches: rows.length, counts: COUNTS };
  const packed = pack({ list, groups: [], workflows: [] });
  return <ThresholdsView query={query} packed={packed} mayEdit={mayEdit} hasNodes now={NOW} measured={null} />;
}

describe.each(LOCALES)('in %s', (locale) => {
  const words = MESSAGES[locale].thresholds;

  it('each row says what is in force, what history says of how many, and what can be done', () => {
    const html = shown(locale, view(ROWS, 'open'));
    for (const text of ['1,200', '1,500', '10.7%', '17.5%', words.nothing, words.anyCode, words.tooLittle])
      expect(html).toContain(text);
    for (const state of ['drifted', 'ripe', 'short'] as const) expect(html).toContain(words.state[state]);
    expect(html.match(/type="checkbox"/g)).toHaveLength(1 + 1);
    expect(html).toContain(words.take.publish);
  });

  it('who only reads has nothing to take', () => {
    const html = shown(locale, view(ROWS, 'open', false));
    expect(html).not.toContain('type="checkbox"');
    expect(html).not.toContain(`>${words.take.one}<`);
  });

  it('each empty view says what it means', () => {
    for (const show of THRESHOLD_SHOWS) expect(shown(locale, view([], show))).toContain(words.empty[show].title);
  });

  it('says of each number what became of it', () => {
    const outcomes = ['taken', 'changed', 'draft', 'gone', 'cannot'] as const;
    const results = outcomes.map((outcome, i) => ({ nodeRowId: ID, code: `${i}`, outcome, by: 'Ben', nodeName: 'N' }));
    const notice = (undone: { discarded: number; kept: number } | null) =>
      shown(
        locale,
        <TakenNotice
          taken={{ at: '', results, undone }}
          busy={false}
          onUndo={() => undefined}
          onClose={() => undefined}
        />,
      );
    expect(notice(null)).toContain('Ben');
    expect(notice(null)).toContain(words.taken.undo);
    expect(notice({ discarded: 1, kept: 2 })).not.toContain(words.taken.undo);
  });

  it('says when it was measured and will be, and where that fails', () => {
    const source: MeasuringProgress = {
      ...{ sourceId: 's', name: 'Shop', nodes: 10, measured: 10, lastAt: NOW, nextAt: NOW, failure: null },
    };
    const html = (each: Partial<MeasuringProgress>) =>
      shown(locale, <Measured progress={[{ ...source, ...each }]} now={NOW} mayMeasure />);
    expect(html({})).toContain(words.measured.now);
    expect(html({ lastAt: null, measured: 3 })).toContain(words.measured.never);
    expect(html({ failure: { message: 'm', at: NOW, times: 2 } })).toContain('Shop');
  });
});
