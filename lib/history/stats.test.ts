import { describe, expect, it } from 'vitest';
import { type FailureRow, mergeFailures, type NodeTotals, share } from './stats';

const row = (part: Partial<FailureRow>): FailureRow => ({
  sourceId: 's',
  workflowKey: 'orders',
  nodeId: 'charge',
  errorCode: 'timeout',
  failures: 1,
  firstSeen: new Date('2026-11-01T00:00:00Z'),
  lastSeen: new Date('2026-11-02T00:00:00Z'),
  failedExecutions: 1,
  finalFailures: 0,
  recovered: 1,
  ...part,
});
const totals = (part: Partial<NodeTotals>): NodeTotals => ({
  sourceId: 's',
  workflowKey: 'orders',
  nodeId: 'charge',
  executions: 10,
  attempts: 12,
  failedExecutions: 1,
  ...part,
});

describe('mergeFailures', () => {
  it('adds up workflows that share a node id and a code, and keeps each of them', () => {
    const early = new Date('2026-10-31T00:00:00Z');
    const late = new Date('2026-11-20T00:00:00Z');
    const [merged, ...rest] = mergeFailures(
      [
        row({ failures: 2, failedExecutions: 2, lastSeen: late }),
        row({ workflowKey: 'refunds', failures: 5, failedExecutions: 3, finalFailures: 2, firstSeen: early }),
      ],
      [
        totals({}),
        totals({ workflowKey: 'refunds', executions: 30 }),
        totals({ workflowKey: 'claims', executions: 60 }),
      ],
    );
    expect(rest).toEqual([]);
    expect(merged).toMatchObject({ failures: 7, failedExecutions: 5, finalFailures: 2, recovered: 2, executions: 100 });
    expect(merged).toMatchObject({ rate: 0.05, firstSeen: early, lastSeen: late });
    expect(merged?.elsewhere).toEqual({ workflows: 1, executions: 60 });
    expect(merged?.workflows.map((each) => [each.workflowKey, each.failures, each.rate])).toEqual([
      ['refunds', 5, 0.1],
      ['orders', 2, 0.2],
    ]);
  });

  it('keeps codes as they are: null, empty and upper case are rows of their own', () => {
    const codes = [null, '', 'timeout', 'TIMEOUT', 'null'];
    const merged = mergeFailures(
      codes.map((errorCode) => row({ errorCode })),
      [totals({})],
    );
    expect(new Set(merged.map((each) => each.errorCode))).toEqual(new Set(codes));
    expect(merged).toHaveLength(codes.length);
  });

  it('orders by failures, most first', () => {
    const merged = mergeFailures([row({ failures: 1 }), row({ errorCode: 'b', failures: 9 })], []);
    expect(merged.map((each) => each.failures)).toEqual([9, 1]);
  });

  it('has no rate where no execution is known', () => {
    expect(mergeFailures([row({})], [])[0]).toMatchObject({ executions: 0, rate: null });
  });

  it('does not mix two sources whose workflows have the same id', () => {
    const [merged] = mergeFailures(
      [row({}), row({ sourceId: 't' })],
      [totals({}), totals({ sourceId: 't', executions: 4 })],
    );
    expect(merged?.workflows.map((each) => [each.sourceId, each.executions])).toEqual([
      ['s', 10],
      ['t', 4],
    ]);
  });
});

describe('share', () => {
  it.each([
    [1, 4, 0.25],
    [0, 4, 0],
    [0, 0, null],
  ])('%i of %i is %s', (part, whole, expected) => {
    expect(share(part, whole)).toBe(expected);
  });
});
