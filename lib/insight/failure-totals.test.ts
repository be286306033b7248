import { describe, expect, it } from 'vitest';
import type { MixedFailures } from '@/lib/history/stats';
import type { FailureEntry, FailurePart } from './failure-entries';
import { failureTotals } from './failure-totals';

const figures = {
  ...{ failures: 5, failedExecutions: 4, finalFailures: 1, recovered: 2, executions: 10, rate: 0.4 },
  ...{ firstSeen: new Date(0), lastSeen: new Date(0) },
};
function entry(errorCode: string | null, workflowKeys: readonly string[] = ['orders']): FailureEntry {
  const parts = workflowKeys.map(
    (workflowKey): FailurePart => ({
      ...figures,
      ...{ sourceId: 's', workflowKey, workflowName: workflowKey, workflowId: null, nodeRowId: null, nodeName: null },
      ...{ standing: 'unknown', owner: null },
    }),
  );
  const elsewhere = { workflows: 0, executions: 0 };
  return { ...figures, key: String(errorCode), nodeId: 'pay', nodeName: 'pay', errorCode, parts, elsewhere };
}
const mixed = (codes: MixedFailures['codes'], part: Partial<MixedFailures> = {}): MixedFailures => ({
  ...{ sourceId: 's', workflowKey: 'orders', nodeId: 'pay', codes, failedExecutions: 2, recovered: 1 },
  ...part,
});

describe('failureTotals', () => {
  it('is nothing for an empty list', () => {
    const none = { failures: 0, failedExecutions: 0, final: 0, recovered: 0, neither: 0 };
    expect(failureTotals([], [mixed(['a', 'b'])])).toEqual(none);
  });

  it('adds up the shares of all workflows', () => {
    const sum = { failures: 10, failedExecutions: 8, final: 2, recovered: 4, neither: 2 };
    expect(failureTotals([entry('a', ['orders', 'refunds'])], [])).toEqual(sum);
  });

  it('counts an execution with several codes once', () => {
    const list = [entry('a'), entry('b'), entry(null)];
    expect(failureTotals(list, [mixed(['a', 'b'])])).toMatchObject({
      failures: 15,
      failedExecutions: 10,
      recovered: 5,
    });
    expect(failureTotals(list, [mixed(['a', 'b', null])])).toMatchObject({
      failedExecutions: 8,
      recovered: 4,
      final: 3,
    });
  });

  it('takes nothing off for codes, nodes or workflows that are not in the list', () => {
    const others = [mixed(['a', 'c']), mixed(['a', ''], {}), mixed(['a', 'b'], { workflowKey: 'refunds' })];
    const all = failureTotals([entry('a'), entry('b'), entry(null)], others);
    expect(all).toMatchObject({ failedExecutions: 12, recovered: 6 });
  });
});
