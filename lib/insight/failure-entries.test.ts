import { describe, expect, it } from 'vitest';
import type { FailureRow, NodeTotals } from '@/lib/history/stats';
import {
  chosenWorkflow,
  type FailureFacts,
  failureEntries,
  type NodeFact,
  narrowEntry,
  workflowChoices,
} from './failure-entries';
import { NO_OWNER, OWNER_NOT_KNOWN } from './failure-query';

const SOURCE = 'source-1';
const row = (part: Partial<FailureRow>): FailureRow => ({
  sourceId: SOURCE,
  workflowKey: 'orders',
  nodeId: 'charge',
  errorCode: 'timeout',
  failures: 2,
  firstSeen: new Date('2026-11-01T00:00:00Z'),
  lastSeen: new Date('2026-11-02T00:00:00Z'),
  failedExecutions: 1,
  finalFailures: 0,
  recovered: 1,
  ...part,
});
const total = (workflowKey: string, executions: number): NodeTotals => ({
  ...{ sourceId: SOURCE, workflowKey, nodeId: 'charge', executions },
  ...{ attempts: executions, failedExecutions: 1 },
});
const node = (part: Partial<NodeFact>): NodeFact => ({
  id: 'row-1',
  nodeId: 'charge',
  name: 'Charge the card',
  config: {},
  sourceId: SOURCE,
  workflowKey: 'orders',
  ...part,
});
const facts = (part: Partial<FailureFacts>): FailureFacts => ({
  rows: [row({})],
  totals: [total('orders', 10)],
  nodes: [node({})],
  workflows: [
    { id: 'w-orders', sourceId: SOURCE, key: 'orders', name: 'Orders', owner: 'order-ops' },
    { id: 'w-refunds', sourceId: SOURCE, key: 'refunds', name: 'Refunds', owner: null },
  ],
  groups: [{ slug: 'order-ops', name: 'Order operations' }],
  ...part,
});
const onlyPart = (part: Partial<FailureFacts>) => failureEntries(facts(part), null)[0]?.parts[0];

describe('failureEntries', () => {
  it.each([
    ['timeout', {}, 'transient'],
    ['http_401', {}, 'terminal'],
    ['never_seen_before', {}, 'unclassified'],
    [null, {}, 'unclassified'],
    ['never_seen_before', { classification: [{ code: 'never_*', class: 'transient' }] }, 'transient'],
    ['timeout', { retry: { maxAttempts: 0 } }, 'unknown'],
  ])('code %s under %j is %s', (errorCode, config, standing) => {
    expect(onlyPart({ rows: [row({ errorCode })], nodes: [node({ config })] })?.standing).toBe(standing);
  });

  it("takes the node's owner, else the workflow's, else nobody", () => {
    const groups = [
      { slug: 'order-ops', name: 'Order operations' },
      { slug: 'pay', name: 'Payments' },
    ];
    const paid = { nodes: [node({ config: { owner: 'pay' } })], groups };
    expect(onlyPart(paid)?.owner).toEqual({ slug: 'pay', name: 'Payments' });
    expect(onlyPart({})?.owner).toEqual({ slug: 'order-ops', name: 'Order operations' });
    expect(onlyPart({ rows: [row({ workflowKey: 'refunds' })] })?.owner).toBeNull();
  });

  it('takes a group that nobody made as no owner', () => {
    expect(onlyPart({ nodes: [node({ config: { owner: 'pay' } })] })?.owner).toBeNull();
  });

  it('keeps failures of workflows and nodes that Failpath does not have', () => {
    const part = onlyPart({ rows: [row({ workflowKey: 'elsewhere' })], totals: [total('elsewhere', 4)] });
    expect(part).toMatchObject({ workflowName: 'elsewhere', workflowId: null, nodeRowId: null, standing: 'unknown' });
    const lost = onlyPart({ nodes: [] });
    expect(lost).toMatchObject({ workflowId: 'w-orders', nodeRowId: null, standing: 'unknown' });
  });

  it('is one entry for all workflows that share node and code, each with its own class', () => {
    const shared = facts({
      rows: [row({}), row({ workflowKey: 'refunds', failures: 5 })],
      totals: [total('orders', 10), total('refunds', 30)],
      nodes: [
        node({}),
        node({
          id: 'row-2',
          workflowKey: 'refunds',
          name: 'Charge again',
          config: { classification: [{ code: 'timeout', class: 'terminal' }] },
        }),
      ],
    });
    const [entry, ...rest] = failureEntries(shared, null);
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({ nodeName: 'charge', failures: 7, executions: 40 });
    expect(entry?.parts.map((part) => [part.nodeRowId, part.standing])).toEqual([
      ['row-2', 'terminal'],
      ['row-1', 'transient'],
    ]);

    const refunds = chosenWorkflow(workflowChoices(shared, 'en'), 'w-refunds');
    expect(failureEntries(shared, refunds)).toMatchObject([
      { nodeName: 'Charge again', failures: 5, executions: 30, parts: [{ nodeRowId: 'row-2' }] },
    ]);
  });
});

describe('of one owner', () => {
  const owned = facts({
    rows: [row({}), row({ workflowKey: 'refunds', failures: 5 }), row({ workflowKey: 'elsewhere', failures: 1 })],
    totals: [total('orders', 10), total('refunds', 30), total('elsewhere', 4)],
    nodes: [node({}), node({ id: 'row-2', workflowKey: 'refunds', config: { owner: 'nobody-made-it' } })],
  });

  it.each([
    [null, 8, 44],
    [['order-ops'], 2, 10],
    [[NO_OWNER], 5, 30],
    [[OWNER_NOT_KNOWN], 1, 4],
    [['order-ops', NO_OWNER, 'none'], 7, 40],
  ])('%s has %i failures in %i executions', (owners, failures, executions) => {
    expect(failureEntries(owned, null, owners)).toMatchObject([{ failures, executions }]);
  });

  it('of a group without failures there is nothing', () => {
    expect(failureEntries(owned, null, ['payments-ops'])).toEqual([]);
  });
});

describe('narrowEntry', () => {
  const [entry] = failureEntries(
    facts({
      rows: [row({ finalFailures: 1 }), row({ workflowKey: 'refunds', failures: 5, recovered: 0 })],
      totals: [total('orders', 10), total('refunds', 30), total('elsewhere', 4)],
      nodes: [node({}), node({ id: 'row-2', workflowKey: 'refunds', name: 'Charge again' })],
    }),
    null,
  );
  if (!entry) throw new Error('there is one entry');

  it('counts what is left, of the workflows that are left', () => {
    expect(entry).toMatchObject({ failures: 7, executions: 44, elsewhere: { workflows: 1 }, nodeName: 'charge' });
    const narrowed = narrowEntry(entry, (part) => part.workflowKey === 'refunds');
    expect(narrowed).toMatchObject({
      ...{ key: entry.key, nodeName: 'Charge again', failures: 5, finalFailures: 0, recovered: 0 },
      ...{ executions: 30, rate: 1 / 30, elsewhere: { workflows: 0, executions: 0 }, parts: [{ nodeRowId: 'row-2' }] },
    });
    expect(narrowEntry(entry, () => true)).toMatchObject({ failures: 7, executions: 40 });
  });

  it('is nothing without a share', () => {
    expect(narrowEntry(entry, () => false)).toBeNull();
  });
});

describe('workflowChoices', () => {
  it('names imported workflows and those that only history knows', () => {
    const choices = workflowChoices(facts({ totals: [total('orders', 1), total('elsewhere', 1)] }), 'en');
    expect(choices.map(({ id, name, imported }) => [id, name, imported])).toEqual([
      ['source-1/elsewhere', 'elsewhere', false],
      ['w-orders', 'Orders', true],
      ['w-refunds', 'Refunds', true],
    ]);
  });

  it.each([
    ['w-orders', 'w-orders'],
    ['orders', 'w-orders'],
    ['gone', null],
    [null, null],
  ])('the link %s chooses %s', (wanted, id) => {
    expect(chosenWorkflow(workflowChoices(facts({}), 'en'), wanted)?.id ?? null).toBe(id);
  });
});
