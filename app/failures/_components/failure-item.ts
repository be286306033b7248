import type { FailureFigures } from '@/lib/history/stats';
import type { FailureEntry, FailurePart } from '@/lib/insight/failure-entries';

/** What to say of the class; an unknown one is told apart by its reason. */
export const VERDICTS = ['transient', 'terminal', 'unclassified', 'invalid', 'absent'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A line of the table as the browser gets it: a node and code, or one workflow's share of them. */
export interface FailureLine
  extends Pick<FailureFigures, 'failures' | 'failedExecutions' | 'finalFailures' | 'recovered'> {
  readonly id: string;
  readonly kind: 'entry' | 'part';
  readonly title: string;
  /** What its figures are of: the node, and of a part its workflow as links name it. */
  readonly of: { readonly nodeId: string; readonly workflow: string | null };
  /** Where the line leads: the node's page; null when Failpath has no such node, or several share the line. */
  readonly href: string | null;
  readonly nodeId: string | null;
  readonly workflowName: string | null;
  readonly errorCode: string | null;
  /** Distinct, over the workflows of the line. */
  readonly verdicts: readonly Verdict[];
  /** Names of owner groups, distinct. */
  readonly owners: readonly string[];
  /** Some workflow has nobody; or Failpath does not have the workflow, and cannot know. */
  readonly unowned: 'nobody' | 'not known' | null;
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
    of: { nodeId, workflow: null },
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
    of: { nodeId: entry.nodeId, workflow: part.workflowId ?? `${part.sourceId}/${part.workflowKey}` },
    href: hrefOf(part),
    nodeId: null,
    workflowName: null,
    errorCode: entry.errorCode,
    elsewhere: 0,
    ...knowledgeOf([part]),
  };
}

function knowledgeOf(parts: readonly FailurePart[]) {
  const verdicts = new Set(parts.map(verdictOf));
  const unowned = parts.filter((part) => part.owner === null);
  return {
    verdicts: VERDICTS.filter((verdict) => verdicts.has(verdict)),
    owners: [...new Set(parts.flatMap(({ owner }) => (owner ? [owner.name] : [])))],
    unowned: unownedOf(unowned),
  };
}

function verdictOf({ standing, nodeRowId }: FailurePart): Verdict {
  if (standing !== 'unknown') return standing;
  return nodeRowId === null ? 'absent' : 'invalid';
}

function unownedOf(parts: readonly FailurePart[]): FailureLine['unowned'] {
  if (parts.some((part) => part.workflowId !== null)) return 'nobody';
  return parts.length > 0 ? 'not known' : null;
}

function figuresOf(figures: FailureFigures) {
  const { failures, failedExecutions, finalFailures, recovered, executions, rate, firstSeen, lastSeen } = figures;
  return { failures, failedExecutions, finalFailures, recovered, executions, rate, firstSeen, lastSeen };
}

function hrefOf(part: FailurePart): string | null {
  return part.nodeRowId === null ? null : `/nodes/${part.nodeRowId}`;
}
