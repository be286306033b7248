import { describe, expect, it } from 'vitest';
import type { FailureRow, NodeTotals } from '@/lib/history/stats';
import { chosenWorkflow, type FailureFacts, failureEntries, type NodeFact, workflowChoices } from './failure-entries';

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
    expect(onlyPart({ nodes: [node({ config: { owner: 'pay' } })] })?.owner).toEqual({ slug: 'pay', name: 'pay' });
    expect(onlyPart({})?.owner).toEqual({ slug: 'order-ops', name: 'Order operations' });
    expect(onlyPart({ rows: [row({ workflowKey: 'refunds' })] })?.owner).toBeNull();
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
