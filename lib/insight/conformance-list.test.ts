import { describe, expect, it } from 'vitest';
import { countsBy } from '@/lib/history/finding-row';
import type { FindingKind } from '@/lib/judge/finding';
import { type ConformanceQuery, conformanceList, type NodeFindings, totalOf } from './conformance-list';
import { ROWS_PER_PAGE } from './list';

const ALL: ConformanceQuery = { finding: null, workflow: null, group: null, period: null, sort: 'findings', page: 1 };

function node(
  nodeId: string,
  counts: Partial<Record<FindingKind, number>>,
  more: Partial<NodeFindings> = {},
): NodeFindings {
  return {
    ...{ workflowId: 'w1', workflowName: 'Orders', nodeId, nodeRowId: nodeId, nodeName: nodeId, owner: 'pay' },
    counts: countsBy((kind) => counts[kind] ?? 0),
    lastAt: new Date('2026-11-20T08:00:00Z'),
    ...more,
  };
}

const NODES = [
  node('book', { off_schedule: 2 }, { owner: 'ship', lastAt: new Date('2026-11-21T08:00:00Z') }),
  node('charge', { off_schedule: 1, no_hand_off: 4 }),
  node('refund', { given_up_early: 5 }, { owner: null, workflowId: 'w2' }),
  node('ship 10', { off_schedule: 2 }),
  node('ship 9', { off_schedule: 2 }),
];
const ids = (query: Partial<ConformanceQuery>) =>
  conformanceList(NODES, { ...ALL, ...query }, 'en').rows.map(({ nodeId }) => nodeId);

describe('nodes with findings', () => {
  it('come the worst first, and those alike by name', () => {
    expect(ids({})).toEqual(['charge', 'refund', 'book', 'ship 9', 'ship 10']);
    expect(ids({ sort: 'last' })).toEqual(['book', 'charge', 'refund', 'ship 9', 'ship 10']);
    expect(ids({ sort: 'node' })).toEqual(['book', 'charge', 'refund', 'ship 9', 'ship 10']);
  });

  it('are counted and ordered by the chosen kind alone', () => {
    const list = conformanceList(NODES, { ...ALL, finding: 'off_schedule' }, 'en');
    expect(list.rows.map(({ nodeId, total }) => [nodeId, total])).toEqual([
      ...[['book', 2] as const, ['ship 9', 2] as const, ['ship 10', 2] as const],
      ['charge', 1],
    ]);
    expect([list.matches, list.total]).toEqual([4, 7]);
  });

  it('are narrowed by workflow and group, no group among them', () => {
    expect(ids({ workflow: 'w2' })).toEqual(['refund']);
    expect(ids({ group: 'pay' })).toEqual(['charge', 'ship 9', 'ship 10']);
    expect(ids({ group: '-' })).toEqual(['refund']);
    expect(ids({ group: 'nobody' })).toEqual([]);
  });

  it('come in pages, the last where a link asks for one beyond', () => {
    const many = Array.from({ length: ROWS_PER_PAGE + 3 }, (_, index) => node(String(index), { no_hand_off: 1 }));
    const list = conformanceList(many, { ...ALL, page: 9 }, 'en');
    expect([list.page, list.pages, list.rows.length, list.matches]).toEqual([2, 2, 3, many.length]);
  });
});

describe('groups', () => {
  it('add up their nodes, the worst first, whichever group is chosen', () => {
    const { groups } = conformanceList(NODES, { ...ALL, group: 'ship' }, 'en');
    expect(groups.map(({ owner, nodes, total }) => [owner, nodes, total])).toEqual([
      ['pay', 3, 9],
      [null, 1, 5],
      ['ship', 1, 2],
    ]);
    expect(groups[0]?.counts).toEqual(countsBy((kind) => ({ off_schedule: 5, no_hand_off: 4 })[String(kind)] ?? 0));
  });

  it('count what is chosen only', () => {
    const { groups } = conformanceList(NODES, { ...ALL, finding: 'given_up_early', workflow: 'w2' }, 'en');
    expect(groups.map(({ owner, total }) => [owner, total])).toEqual([[null, 5]]);
  });
});

it('a total is of one kind, or of all', () => {
  const counts = countsBy((kind) => (kind === 'off_schedule' ? 3 : 1));
  expect([totalOf(counts), totalOf(counts, 'off_schedule'), totalOf(counts, 'no_hand_off')]).toEqual([7, 3, 1]);
});
