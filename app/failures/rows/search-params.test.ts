import { describe, expect, it } from 'vitest';
import type { StepRow } from '@/lib/history/step-row';
import { readRowsCursor, readRowsQuery, rowsCsvHref, rowsHref, rowsPageHref } from './search-params';

const USUAL = {
  ...{ kind: 'failures', search: '', workflow: null, nodeId: null, hour: null },
  ...{ owner: null, standing: null, period: null, day: null },
};
const params = (href: string) => Object.fromEntries(new URL(href, 'http://x').searchParams);
const moment = new Date('2026-11-29T20:00:00.123Z');

describe('readRowsQuery', () => {
  it.each([{}, { what: 'everything' }, { node: '', workflow: '', hour: 'noon', before: 'x' }, { node: 'a\u0000' }])(
    'takes what makes no sense as absent: %j',
    (raw) => {
      expect(readRowsQuery(raw)).toEqual(USUAL);
      expect(readRowsCursor(raw)).toBeNull();
    },
  );

  it('tells no code, an empty code and any code apart', () => {
    expect(readRowsQuery({ nocode: '1' }).code).toBeNull();
    expect(readRowsQuery({ code: '' }).code).toBe('');
    expect(readRowsQuery({ code: '=1+1' }).code).toBe('=1+1');
    expect('code' in readRowsQuery({})).toBe(false);
  });
});

describe('rowsHref', () => {
  it.each([
    [{ kind: 'failures' }],
    [{ kind: 'final', nodeId: 'charge', code: null, workflow: 'w' }],
    [{ kind: 'failed', nodeId: 'Rate usage', code: '' }],
    [{ kind: 'recovered', code: 'a&b=c #1', standing: 'terminal', owner: '-', search: 'x y', period: '7' }],
    [{ kind: 'failures', day: '2026-11-17', hour: new Date('2026-11-17T09:00:00.000Z'), period: '90' }],
  ] as const)('%j reads back the same', (asked) => {
    expect(readRowsQuery(params(rowsHref(asked, moment)))).toEqual({ ...USUAL, ...asked });
    expect(readRowsQuery(params(rowsCsvHref(asked, null)))).toEqual({ ...USUAL, ...asked });
  });

  it('says when it was counted, or not', () => {
    expect(rowsHref({ kind: 'final' }, moment)).toBe('/failures/rows?what=final&at=2026-11-29T20%3A00%3A00.123Z');
    expect(rowsHref({ kind: 'final' }, null)).toBe('/failures/rows?what=final');
  });
});

it('a page of rows begins where a row is', () => {
  const row: StepRow = {
    ...{
      id: '42',
      sourceId: 's',
      workflowKey: 'w',
      workflowId: null,
      workflowName: null,
      nodeId: 'n',
      nodeRowId: null,
    },
    ...{ nodeName: null, runId: 'r', subIndex: '', attempt: 1, status: 'failed', errorCode: null, errorMessage: null },
    ...{ occurredAt: moment, durationMs: null, laterStatus: null, laterAttempt: null, laterCode: null },
  };
  const href = rowsPageHref({ kind: 'failures' }, moment, 'before', row);
  expect(readRowsCursor(params(href))).toEqual({ side: 'before', at: moment, id: '42' });
  expect(readRowsCursor({ after: '2026-13-45T00:00:00.000Z_1' })).toBeNull();
  expect(readRowsCursor({ after: `${moment.toISOString()}_1;drop` })).toBeNull();
});
