import { createFormatter, createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { StepRow } from '@/lib/history/step-row';
import type { Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import type { FailureEntry, FailurePart } from '@/lib/insight/failure-entries';
import { csvHead, csvRows } from '@/lib/shared/csv';
import { csvFileName, listCells, listHeader } from './csv';
import { rowCells, rowsHeader } from './rows/row-words';

function readerOf(locale: Locale) {
  const messages = MESSAGES[locale];
  return {
    t: createTranslator({ locale, messages, namespace: 'failures' }),
    c: createTranslator({ locale, messages, namespace: 'common' }),
    r: createTranslator({ locale, messages, namespace: 'failureRows' }),
    format: createFormatter({ locale, timeZone: 'Asia/Shanghai' }),
    timeZone: 'Asia/Shanghai',
  };
}

const FIGURES = {
  ...{ failures: 3, failedExecutions: 2, finalFailures: 1, recovered: 1, executions: 7, rate: 2 / 7 },
  ...{ firstSeen: new Date('2026-11-01T16:00:00Z'), lastSeen: new Date('2026-11-02T00:00:00.999Z') },
};
const part = (of: Partial<FailurePart>): FailurePart => ({
  ...FIGURES,
  ...{ sourceId: 's', workflowKey: 'w', workflowName: 'Orders', workflowId: 'w', nodeRowId: 'n', nodeName: 'Charge' },
  ...{ standing: 'transient', owner: { slug: 'ops', name: '=Operations' } },
  ...of,
});
const entry = (errorCode: string | null, parts: readonly FailurePart[]): FailureEntry => ({
  ...FIGURES,
  ...{ key: 'k', nodeId: 'charge', nodeName: 'Charge', errorCode, parts },
  elsewhere: { workflows: 0, executions: 0 },
});
const UNKNOWN = { workflowName: 'old', workflowId: null, nodeRowId: null, owner: null, standing: 'unknown' } as const;

describe('the list as CSV', () => {
  const lines = (locale: Locale, entries: readonly FailureEntry[]) =>
    csvRows(listCells(entries, readerOf(locale)))
      .split('\r\n')
      .slice(0, -1);

  it('has what the page shows: numbers as numbers, times with their offset, codes defused', () => {
    expect(lines('en', [entry('=cmd|x', [part({})])])).toEqual([
      "Charge,charge,Orders,'=cmd|x,Transient,3,7,2,0.285714,1,1,2026-11-02T00:00:00+08:00,2026-11-02T08:00:00+08:00,'=Operations",
    ]);
  });

  it('tells no code, an empty one and a negative-looking one apart', () => {
    const codes = [null, '', '-204'].map((code) => lines('zh-CN', [entry(code, [part({})])])[0]?.split(',')[3]);
    expect(codes).toEqual(['无错误码', '空文本', "'-204"]);
  });

  it('puts the workflows of a row into one cell, with each class and owner', () => {
    const [line] = lines('en', [entry('timeout', [part({}), part(UNKNOWN), part({ owner: null })])]);
    expect(line).toContain(',Orders; old; Orders,timeout,Transient; not in Failpath,');
    expect(line?.endsWith('=Operations; No owner')).toBe(true);
  });

  it('has a header in the language of the reader, with a mark for Excel', () => {
    const head = csvHead(listHeader(readerOf('zh-CN')));
    expect(head.startsWith('\ufeff节点,节点 ID,工作流,错误码,')).toBe(true);
    expect(head.endsWith('\r\n')).toBe(true);
    expect(listHeader(readerOf('en'))).toHaveLength(
      listCells([entry('x', [part({})])], readerOf('en'))[0]?.length ?? 0,
    );
  });
});

describe('rows as CSV', () => {
  const row: StepRow = {
    ...{ id: '7', sourceId: 's', workflowKey: 'orders', workflowId: 'w', workflowName: 'Orders', nodeId: 'charge' },
    ...{ nodeRowId: 'n', nodeName: 'Charge', runId: '+run', subIndex: '', attempt: 1, status: 'failed' },
    ...{ errorCode: '@SUM(1)', errorMessage: '=HYPERLINK("http://x")\nsecond line', durationMs: 12 },
    occurredAt: new Date('2026-11-17T09:12:00Z'),
    ...{ laterStatus: 'failed', laterAttempt: 3, laterCode: null },
  };

  it('are defused too, with messages whole and the end of the execution in words', () => {
    expect(csvRows(rowCells([row], readerOf('en')))).toBe(
      '2026-11-17T17:12:00+08:00,Orders,orders,Charge,charge,\'+run,,1,\'@SUM(1),"\'=HYPERLINK(""http://x"")\nsecond line",12,"failed on attempt 3, with no code"\r\n',
    );
    expect(rowsHeader(readerOf('en'))).toHaveLength(rowCells([row], readerOf('en'))[0]?.length ?? 0);
  });

  it.each([
    [{ laterStatus: null, laterAttempt: null }, '到此失败告终'],
    [{ laterStatus: 'succeeded' }, '第 3 次尝试成功'],
    [{ laterStatus: 'running' }, '第 3 次尝试运行中'],
    [{ laterCode: '@SUM(1)' }, '第 3 次尝试仍以同一错误码失败'],
    [{ status: 'succeeded', laterStatus: null, laterAttempt: null, errorCode: null }, '成功'],
  ] as const)('%j is said as %s', (part, words) => {
    expect(rowCells([{ ...row, ...part }], readerOf('zh-CN'))[0]?.at(-1)).toBe(words);
  });
});

it('the file says which days it covers', () => {
  const now = new Date('2026-11-29T20:00:00Z');
  const name = (from: string, to: string | null) =>
    csvFileName('failures', { from: new Date(from), to: to === null ? null : new Date(to) }, now, 'Asia/Shanghai');
  expect(name('2026-10-30T20:00:00Z', null)).toBe('failures_2026-10-31_2026-11-30.csv');
  expect(name('2026-11-16T16:00:00Z', '2026-11-17T16:00:00Z')).toBe('failures_2026-11-17_2026-11-17.csv');
});
