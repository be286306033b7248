import { describe, expect, it } from 'vitest';
import type { FailureEntry, FailurePart } from '@/lib/insight/failure-entries';
import { toFailureItem } from './failure-item';

const FIGURES = {
  ...{ failures: 3, failedExecutions: 2, finalFailures: 1, recovered: 1, executions: 10, rate: 0.2 },
  ...{ firstSeen: new Date('2026-11-01T00:00:00Z'), lastSeen: new Date('2026-11-02T00:00:00Z') },
};
const part = (of: Partial<FailurePart>): FailurePart => ({
  ...FIGURES,
  ...{
    sourceId: 's',
    workflowKey: 'orders',
    workflowName: 'Orders',
    workflowId: 'w',
    nodeRowId: 'n',
    nodeName: 'Charge',
  },
  ...{ standing: 'transient', owner: { slug: 'ops', name: 'Operations' } },
  ...of,
});
const entry = (parts: readonly FailurePart[]): FailureEntry => ({
  ...FIGURES,
  ...{ key: 'k', nodeId: 'charge', nodeName: 'Charge', errorCode: 'timeout', parts },
  elsewhere: { workflows: 0, executions: 0 },
});
const UNKNOWN = { workflowKey: 'old', workflowName: 'old', workflowId: null, nodeRowId: null, owner: null } as const;

describe('toFailureItem', () => {
  it('leads straight to the node when one workflow has it', () => {
    const { line, parts } = toFailureItem(entry([part({})]));
    expect(line).toMatchObject({ href: '/nodes/n', workflowName: 'Orders', nodeId: 'charge', unowned: null });
    expect(parts).toEqual([]);
  });

  it('opens into its workflows when several share it, each with its own link', () => {
    const { line, parts } = toFailureItem(entry([part({}), part({ ...UNKNOWN, standing: 'unknown' })]));
    expect(line).toMatchObject({ href: null, workflowName: null, verdicts: ['transient', 'absent'] });
    expect(line).toMatchObject({ owners: ['Operations'], unowned: 'not known' });
    expect(parts.map(({ title, href, of }) => [title, href, of])).toEqual([
      ['Orders', '/nodes/n', { nodeId: 'charge', workflow: 'w' }],
      ['old', null, { nodeId: 'charge', workflow: 's/old' }],
    ]);
    expect(line.of).toEqual({ nodeId: 'charge', workflow: null });
  });

  it('marks a node without owner, and a policy that cannot be read', () => {
    const { line } = toFailureItem(entry([part({ owner: null, standing: 'unknown' })]));
    expect(line).toMatchObject({ verdicts: ['invalid'], owners: [], unowned: 'nobody' });
  });
});
