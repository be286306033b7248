import { MantineProvider } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MeasuringProgress } from '@/lib/history/threshold-progress-queries';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { concernsOf } from '@/lib/operations/concerns';
import type { OperationsStatus, ProcessRow } from '@/lib/operations/status';
import { Concerns } from './concerns';
import { LagTable } from './lag-table';
import { MeasuringTable } from './measuring-table';
import { OldestWriter } from './oldest-writer';
import { ProcessesTable } from './processes-table';
import { QueueTables } from './queue-tables';

const at = new Date('2026-11-20T08:00:00Z');
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
const exactly = (count: number) => ({ count, more: false });
const process: ProcessRow = {
  ...{ id: 'a', kind: 'web', works: true, host: '<b>host</b>', pid: 47_110, version: '1.2.3', startedAt: ago(600) },
  ...{ seenAt: ago(2), ageMs: 2_000, state: 'running', leads: true },
};
const empty: OperationsStatus = {
  ...{ at, processes: [], deliveries: [], oldestDueAt: null, wakes: [], lag: [], oldestWriter: null },
  ...{ hiddenWriter: false, drills: { queued: exactly(0), running: exactly(0), oldestQueuedAt: null } },
};
const busy: OperationsStatus = {
  ...empty,
  processes: [process, { ...process, id: 'b', kind: 'worker', version: '1.2.2', state: 'gone', leads: false }],
  deliveries: [
    { kind: 'slack', due: { count: 1_000, more: true }, later: exactly(2), claimed: exactly(0), failed: exactly(4) },
  ],
  oldestDueAt: ago(600),
  drills: { queued: exactly(3), running: exactly(1), oldestQueuedAt: ago(300) },
  wakes: [{ job: 'follow', waiting: 1, oldestAt: ago(1) }],
  lag: [
    { reader: 'judging', sourceId: 's', source: 'own', unread: exactly(12), oldestAt: ago(7_200), readAt: ago(60) },
  ],
  oldestWriter: {
    ...{ pid: 4_711, application: '', database: 'shop', state: 'idle in transaction', since: ago(3_600) },
    ageMs: 3_600_000,
  },
};

const measuring: MeasuringProgress = {
  ...{ sourceId: 's', name: 'Shop', nodes: 1_200, measured: 40, lastAt: ago(60), nextAt: ago(0) },
  failure: { message: 'statement timeout', at: ago(120), times: 3 },
};

function shown(locale: Locale, status: OperationsStatus, measured: readonly MeasuringProgress[] = []): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={MESSAGES[locale]}
      timeZone="Asia/Shanghai"
      now={at}
      onError={(error) => {
        throw error;
      }}
    >
      <MantineProvider>
        <Concerns concerns={concernsOf(status)} now={at} />
        <ProcessesTable processes={status.processes} now={at} />
        <QueueTables status={status} />
        <LagTable lag={status.lag} now={at} />
        <OldestWriter status={status} />
        <MeasuringTable progress={measured} now={at} />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the parts of the page', () => {
  it('say that nothing runs and nothing waits', () => {
    const text = shown('en', empty);
    for (const words of [
      'No worker runs: nothing is followed',
      'No process has said that it runs.',
      'No message waits',
      'There is no source yet.',
      'No transaction holds reading up.',
    ])
      expect(text).toContain(words);
  });

  it('say what runs, what waits and what is wrong; a count that ended at its limit says so', () => {
    const text = shown('en', busy);
    for (const words of [
      'A process was not heard any more',
      'A message has been due since 10 minutes ago',
      'A drill was asked for 5 minutes ago',
      'A transaction that began 1 hour ago still writes',
      'Web with a worker &lt;b&gt;host&lt;/b&gt;, process 47110',
      'leads',
      '1,000+',
      'Log check own',
      'of a program without a name on database shop (process 4711, idle in transaction), begun 1 hour ago',
    ])
      expect(text).toContain(words);
  });

  it('say how far thresholds are measured, and where that fails', () => {
    expect(shown('en', empty)).toContain('There are no nodes yet.');
    const text = shown('en', empty, [measuring]);
    for (const words of [
      '40 of 1,200',
      'Failed 3 times in a row, last 2 minutes ago',
      'statement timeout',
      'as soon as',
    ])
      expect(text).toContain(words);
  });

  it.each(LOCALES)('have all words in %s', (locale) => {
    for (const status of [empty, busy, { ...empty, hiddenWriter: true }])
      expect(shown(locale, status, [measuring, { ...measuring, lastAt: null, failure: null }])).not.toMatch(
        /operations\.[a-z]/,
      );
  });
});
