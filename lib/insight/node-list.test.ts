import { describe, expect, it } from 'vitest';
import type { Lack } from './coverage';
import { ROWS_PER_PAGE } from './list';
import {
  failureRate,
  listPage,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeFilter,
  type NodeQuery,
  type NodeSort,
  toggleFilter,
} from './node-list';
import type { NodeRow } from './node-row';

const LAST = new Date('2026-11-01T00:00:00Z');

function node(part: Partial<NodeRow> & { id: string }, lacks: readonly Lack[] = []): NodeRow {
  return {
    nodeId: part.id,
    name: part.id,
    type: null,
    workflowId: 'w1',
    workflowKey: 'order-fulfilment',
    workflowName: 'Order fulfilment',
    actions: [],
    policy: {},
    owner: { slug: 'order-ops', from: 'workflow' },
    ownerName: 'Order desk',
    hasDraft: false,
    hasEngineRetry: false,
    executions: 0,
    attempts: 0,
    failures: 0,
    failedExecutions: 0,
    finalFailures: 0,
    lastFailedAt: null,
    codes: [],
    unclassifiedCodes: [],
    coverage: { state: lacks.length === 0 ? 'complete' : 'incomplete', lacks },
    ...part,
  };
}

function seen(errorCode: string | null): NodeRow['codes'][number] {
  const figures = { failures: 1, failedExecutions: 1, finalFailures: 1, recovered: 0, firstSeen: LAST, lastSeen: LAST };
  return { sourceId: 's', workflowKey: 'order-fulfilment', nodeId: 'n', errorCode, ...figures };
}

const NODES = [
  node({ id: 'quiet', name: '发送短信', executions: 10 }),
  node(
    {
      id: 'charge',
      name: 'Charge the card',
      executions: 200,
      failures: 90,
      failedExecutions: 50,
      lastFailedAt: LAST,
      codes: [seen('card_declined'), seen(null)],
      actions: [{ id: 'a', kind: 'third_party', target: 'POST payments.example/v1/charges' }],
    },
    ['unclassified_codes'],
  ),
  node(
    {
      id: 'ledger',
      name: 'Book in the ledger',
      workflowId: 'w2',
      workflowKey: 'month-end',
      workflowName: 'Month end',
      executions: 20,
      failures: 10,
      failedExecutions: 10,
      lastFailedAt: new Date('2026-11-02T00:00:00Z'),
      owner: null,
      ownerName: null,
    },
    ['owner', 'classification', 'retry'],
  ),
  node({ id: 'never-ran', name: 'archive', workflowId: 'w2', workflowKey: 'month-end', workflowName: 'Month end' }, [
    'retry',
  ]),
];

const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
const list = (part: Partial<NodeQuery> = {}, nodes = NODES) => listPage(nodes, { ...PLAIN, ...part }, 'en');
const ids = (part: Partial<NodeQuery>) => list(part).rows.map((row) => row.id);

describe('search', () => {
  it.each([
    ['charge', ['charge']],
    ['NEVER-RAN', ['never-ran']],
    ['month end', ['ledger', 'never-ran']],
    ['order-fulfilment', ['charge', 'quiet']],
    ['desk card', ['charge']],
    ['card_declined', ['charge']],
    ['payments.example', ['charge']],
    ['短信', ['quiet']],
    ['ｃｈａｒｇｅ', ['charge']],
    ['null', []],
    ['.*', []],
  ])('%s', (search, expected) => {
    expect(ids({ search })).toEqual(expected);
  });
});

describe('filters', () => {
  it.each<[NodeFilter[], string[]]>([
    [['failing'], ['charge', 'ledger']],
    [['no_owner'], ['ledger']],
    [['nothing_classified'], ['ledger']],
    [['unclassified_codes'], ['charge']],
    [['no_retry'], ['ledger', 'never-ran']],
    [['incomplete'], ['charge', 'ledger', 'never-ran']],
    [['complete'], ['quiet']],
    [['failing', 'no_retry'], ['ledger']],
    [['failing', 'complete'], []],
  ])('%j', (filters, expected) => {
    expect(ids({ filters })).toEqual(expected);
  });

  it('narrows to one workflow, and takes an unknown one for all', () => {
    expect(ids({ workflow: 'w2' })).toEqual(['ledger', 'never-ran']);
    expect(list({ workflow: 'gone' })).toMatchObject({ workflow: null, matches: 4 });
  });

  it('complete and incomplete take each other’s place', () => {
    expect(toggleFilter(['failing', 'complete'], 'incomplete')).toEqual(['failing', 'incomplete']);
    expect(toggleFilter(['failing', 'complete'], 'complete')).toEqual(['failing']);
  });
});

describe('counts', () => {
  it('say what the list would hold with the chip on', () => {
    for (const filters of [[], ['failing'], ['complete'], ['no_retry', 'failing']] satisfies NodeFilter[][])
      for (const search of ['', 'e', 'month'])
        for (const chip of NODE_FILTERS) {
          const on = filters.some((each) => each === chip) ? filters : toggleFilter(filters, chip);
          expect(list({ filters, search }).counts[chip]).toBe(list({ filters: on, search }).matches);
        }
  });

  it('keep the header line to the workflow, whatever else narrows the list', () => {
    expect(list({ search: 'ledger', filters: ['failing'] }).coverage).toEqual({ nodes: 4, complete: 1, lacking: 3 });
    expect(list({ workflow: 'w2' }).coverage).toEqual({ nodes: 2, complete: 0, lacking: 2 });
  });

  it('count the nodes of each workflow, by name', () => {
    expect(list({ search: 'nothing like it' }).workflows).toEqual([
      { id: 'w2', name: 'Month end', nodes: 2 },
      { id: 'w1', name: 'Order fulfilment', nodes: 2 },
    ]);
  });
});

describe('order', () => {
  it.each<[NodeSort, string[], string[]]>([
    ['failures', ['charge', 'ledger', 'never-ran', 'quiet'], ['never-ran', 'quiet', 'ledger', 'charge']],
    ['rate', ['ledger', 'charge', 'quiet', 'never-ran'], ['quiet', 'charge', 'ledger', 'never-ran']],
    ['last', ['ledger', 'charge', 'never-ran', 'quiet'], ['charge', 'ledger', 'never-ran', 'quiet']],
    ['name', ['quiet', 'charge', 'ledger', 'never-ran'], ['never-ran', 'ledger', 'charge', 'quiet']],
    ['workflow', ['charge', 'quiet', 'ledger', 'never-ran'], ['ledger', 'never-ran', 'charge', 'quiet']],
    ['coverage', ['ledger', 'charge', 'never-ran', 'quiet'], ['quiet', 'charge', 'never-ran', 'ledger']],
  ])('by %s', (sort, desc, asc) => {
    expect(ids({ sort, order: 'desc' })).toEqual(desc);
    expect(ids({ sort, order: 'asc' })).toEqual(asc);
  });

  it('is the same however the nodes come', () => {
    const same = Array.from({ length: 5 }, (_, i) => node({ id: `n${i}`, name: 'Same' }));
    for (const sort of NODE_SORTS) expect(list({ sort }, same.toReversed()).rows).toEqual(list({ sort }, same).rows);
  });

  it('counts numbers in names as numbers', () => {
    const steps = ['Step 10', 'Step 9'].map((name) => node({ id: name, name }));
    expect(list({ sort: 'name', order: 'asc' }, steps).rows.map((row) => row.name)).toEqual(['Step 9', 'Step 10']);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 2 * ROWS_PER_PAGE + 1 }, (_, i) => node({ id: String(i), name: `n${i}` }));
  const names = (page: number) => list({ sort: 'name', order: 'asc', page }, many).rows.map((row) => row.name);

  it('cut the list without gap or overlap', () => {
    expect([...names(1), ...names(2), ...names(3)]).toEqual(many.map((row) => row.name));
    expect(names(2)).toHaveLength(ROWS_PER_PAGE);
  });

  it('show the last page where there is no such page', () => {
    expect(list({ page: 99 }, many)).toMatchObject({ page: 3, pages: 3, matches: many.length });
    expect(list({ page: 99, search: 'nothing' })).toMatchObject({ page: 1, pages: 1, matches: 0, rows: [] });
  });
});

describe('failureRate', () => {
  it('is failed executions over executions, unknown without any', () => {
    expect(failureRate({ executions: 200, failedExecutions: 50 })).toBe(0.25);
    expect(failureRate({ executions: 0, failedExecutions: 0 })).toBeNull();
  });
});
