import { describe, expect, it } from 'vitest';
import type { FailureEntry, FailurePart } from './failure-entries';
import { failureList } from './failure-list';
import type { Standing } from './failure-query';
import { FAILURE_SORTS, type FailureQuery } from './failure-query';
import { ROWS_PER_PAGE } from './list';

const QUERY: FailureQuery = {
  ...{ search: '', workflow: null, owner: null, standing: null, period: null, day: null },
  ...{ sort: 'failures', order: 'desc', page: 1 },
};
const WORDS = { locale: 'en', noCode: 'no code' };

function entry(nodeId: string, part: Partial<FailureEntry> = {}, standings: Standing[] = ['transient']): FailureEntry {
  const { errorCode = 'timeout' } = part;
  const figures = {
    failures: 1,
    failedExecutions: 1,
    finalFailures: 0,
    recovered: 1,
    executions: 10,
    rate: 0.1,
    firstSeen: new Date('2026-11-01T00:00:00Z'),
    lastSeen: new Date('2026-11-02T00:00:00Z'),
    ...part,
  };
  const parts = standings.map(
    (standing, i): FailurePart => ({
      ...figures,
      ...{ sourceId: 's', workflowKey: `workflow-${i}`, workflowName: `Workflow ${i}`, workflowId: `w${i}` },
      ...{ nodeRowId: `${nodeId}-${i}`, nodeName: nodeId, standing, owner: { slug: 'ops', name: 'Operations' } },
    }),
  );
  const key = JSON.stringify([nodeId, errorCode]);
  return { ...figures, key, nodeId, nodeName: nodeId, errorCode, parts, elsewhere: { workflows: 0, executions: 0 } };
}

const names = (entries: readonly FailureEntry[], query: Partial<FailureQuery>) =>
  failureList(entries, { ...QUERY, ...query }, WORDS).rows.map((row) => row.nodeId);

describe('failureList', () => {
  const entries = [
    entry('charge', { failures: 5, rate: 0.01, errorCode: null }),
    entry('book', { failures: 9, rate: null, errorCode: 'ETIMEDOUT' }, ['terminal', 'unclassified']),
    entry('mail', { failures: 7, rate: 0.5, lastSeen: new Date('2026-11-20T00:00:00Z') }, ['unclassified']),
  ];

  it.each([
    ['failures', 'desc', ['book', 'mail', 'charge']],
    ['failures', 'asc', ['charge', 'mail', 'book']],
    ['last', 'desc', ['mail', 'book', 'charge']],
    ['node', 'asc', ['book', 'charge', 'mail']],
    ['rate', 'desc', ['mail', 'charge', 'book']],
    ['rate', 'asc', ['charge', 'mail', 'book']],
    ['code', 'asc', ['book', 'charge', 'mail']],
    ['class', 'asc', ['charge', 'book', 'mail']],
  ] as const)('by %s %s', (sort, order, expected) => {
    expect(names(entries, { sort, order })).toEqual(expected);
  });

  it('has a total order for every column, whatever order the rows came in', () => {
    const same = Array.from({ length: 12 }, (_, i) => entry(`node-${i}`));
    for (const sort of FAILURE_SORTS) expect(names(same.toReversed(), { sort })).toEqual(names(same, { sort }));
  });

  it.each([
    ['charge', ['charge']],
    ['NO code', ['charge']],
    ['etimedout', ['book']],
    ['ｅｔｉｍｅｄｏｕｔ', ['book']],
    ['mail operations', ['mail']],
    ['workflow 1', ['book']],
    ['nothing like it', []],
  ])('a search for "%s" finds %j', (search, expected) => {
    expect(names(entries, { search })).toEqual(expected);
  });

  it('shows a class, with how many each would show beside the search', () => {
    const list = failureList(entries, { ...QUERY, standing: 'unclassified' }, WORDS);
    expect(list.rows.map((row) => row.nodeId)).toEqual(['book', 'mail']);
    expect(list.counts).toEqual({ transient: 1, terminal: 1, unclassified: 2, unknown: 0 });
  });

  it('counts only the workflows of a chosen class', () => {
    const split = entry('pay', { failures: 2, executions: 10 }, ['terminal', 'transient', 'terminal']);
    const shown = (standing: Standing) => failureList([split], { ...QUERY, standing }, WORDS).matching;
    expect(shown('terminal')).toMatchObject([{ failures: 4, executions: 20, parts: [{}, {}] }]);
    expect(shown('transient')).toMatchObject([{ failures: 2, executions: 10, parts: [{ workflowKey: 'workflow-1' }] }]);
    expect(shown('unknown')).toEqual([]);
  });

  it('pages, and shows the last page when there are fewer', () => {
    const many = Array.from({ length: ROWS_PER_PAGE + 1 }, (_, i) => entry(`node-${i}`));
    expect(failureList(many, { ...QUERY, page: 2 }, WORDS)).toMatchObject({ page: 2, pages: 2, rows: [{}] });
    expect(failureList(many, { ...QUERY, page: 99 }, WORDS)).toMatchObject({ page: 2, pages: 2 });
    expect(failureList([], QUERY, WORDS)).toMatchObject({ page: 1, pages: 1, rows: [] });
  });
});
