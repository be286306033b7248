import type { FailureFigures } from '@/lib/history/stats';
import { type FailureEntry, type FailurePart, STANDINGS, type Standing } from '@/lib/insight/failure-entries';

/** A line of the table as the browser gets it: a node and code, or one workflow's share of them. */
export interface FailureLine
  extends Pick<FailureFigures, 'failures' | 'failedExecutions' | 'finalFailures' | 'recovered'> {
  readonly id: string;
  readonly kind: 'entry' | 'part';
  readonly title: string;
  /** Where the line leads: the node's page; null when Failpath has no such node, or several share the line. */
  readonly href: string | null;
  readonly nodeId: string | null;
  readonly workflowName: string | null;
  readonly errorCode: string | null;
  readonly standings: readonly Standing[];
  /** Failpath has no such node in any of the workflows. */
  readonly absent: boolean;
  /** Names of owner groups; null stands for nobody. */
  readonly owners: readonly (string | null)[];
  readonly executions: number;
  /** How many more workflows, without the code, have a node of this id; their executions count too. */
  readonly elsewhere: number;
  readonly rate: number | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** An entry with the workflows that it opens into; none when there is only one. */
export interface FailureItem {
  readonly line: FailureLine;
  readonly parts: readonly FailureLine[];
}

export function toFailureItem(entry: FailureEntry): FailureItem {
  const { parts, key, nodeId, nodeName, elsewhere } = entry;
  const [only] = parts;
  const single = parts.length === 1 && only !== undefined ? only : null;
  const line: FailureLine = {
    ...figuresOf(entry),
    id: key,
    kind: 'entry',
    title: nodeName,
    href: single ? hrefOf(single) : null,
    nodeId: nodeName === nodeId ? null : nodeId,
    workflowName: single?.workflowName ?? null,
    errorCode: entry.errorCode,
    elsewhere: elsewhere.workflows,
    ...knowledgeOf(parts),
  };
  return { line, parts: single ? [] : parts.map((part) => toPartLine(entry, part)) };
}

function toPartLine(entry: FailureEntry, part: FailurePart): FailureLine {
  return {
    ...figuresOf(part),
    id: JSON.stringify([entry.key, part.sourceId, part.workflowKey]),
    kind: 'part',
    title: part.workflowName,
    href: hrefOf(part),
    nodeId: null,
    workflowName: null,
    errorCode: entry.errorCode,
    elsewhere: 0,
    ...knowledgeOf([part]),
  };
}

function knowledgeOf(parts: readonly FailurePart[]) {
  return {
    standings: STANDINGS.filter((standing) => parts.some((part) => part.standing === standing)),
    absent: parts.every((part) => part.nodeRowId === null),
    owners: [...new Set(parts.map((part) => part.owner?.name ?? null))],
  };
}

function figuresOf(figures: FailureFigures) {
  const { failures, failedExecutions, finalFailures, recovered, executions, rate, firstSeen, lastSeen } = figures;
  return { failures, failedExecutions, finalFailures, recovered, executions, rate, firstSeen, lastSeen };
}

function hrefOf(part: FailurePart): string | null {
  return part.nodeRowId === null ? null : `/nodes/${part.nodeRowId}`;
}
