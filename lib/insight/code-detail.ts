import { wilsonInterval } from '@/lib/history/threshold';
import type { FailureClass } from '@/lib/policy/vocabulary';
import type { Standing } from './failure-query';

/** Nodes of a code that are shown and can be chosen, those with most failures first. */
export const MOST_NODES = 1_000;
/** What followed a retry is read from so many failed attempts, the latest. */
export const ATTEMPTS_READ = 500;
/** Messages that are shown. */
export const MESSAGES_SHOWN = 5;
/** Below so many retries nothing is said of a share. */
export const MINIMUM_RETRIES = 10;
/** A rule names codes of up to so many characters (`lib/policy/schema.ts`). */
const MAX_CODE = 200;

/** A node on which a code was seen in the last 30 days. */
export interface CodeNode {
  /** Row id. */
  readonly id: string;
  readonly version: number;
  readonly nodeId: string;
  readonly name: string;
  readonly workflowName: string;
  /** The group that owns it, as far as somebody made that; null = none. */
  readonly owner: { readonly slug: string; readonly name: string } | null;
  readonly failures: number;
  readonly failedExecutions: number;
  /** Of those: the code came only when the attempts that the policy allows were used up. */
  readonly atLast: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** What its policy makes of the code now. */
  readonly standing: Standing;
  /** It names the codes that are retried; what is not among them is terminal. */
  readonly closedList: boolean;
  /** Tries that its retry allows, the first included; null = no retry is set. */
  readonly maxAttempts: number | null;
  /** Whoever wrote last on its draft; null = there is none. */
  readonly draftBy: string | null;
  /** Its engine lets a policy stand there. */
  readonly canCarryPolicy: boolean;
}

/** Of executions in which an attempt failed with the code and another one ended after it: how that one ended. */
export interface AfterRetry {
  readonly retried: number;
  /** The next attempt succeeded. */
  readonly succeeded: number;
}

/** A message that came with the code, as the log has it. */
export interface CodeMessage {
  readonly text: string;
  /** Among the attempts that were read. */
  readonly times: number;
  readonly lastSeen: Date;
}

/** What is known of a code beside its figures. */
export interface CodeEvidence {
  /** Failed attempts that were read: the latest, at most `ATTEMPTS_READ`. */
  readonly read: number;
  readonly after: AfterRetry;
  /** By row id of the node; nodes without a retry are absent. */
  readonly afterByNode: ReadonlyMap<string, AfterRetry>;
  readonly messages: readonly CodeMessage[];
}

/** The share of retries that succeeded next, 0 to 1, with its 95 % interval; null = too few to say. */
export function shareAfterRetry({
  retried,
  succeeded,
}: AfterRetry): { readonly share: number; readonly low: number; readonly high: number } | null {
  if (retried < MINIMUM_RETRIES) return null;
  return { share: succeeded / retried, ...wilsonInterval(succeeded, retried) };
}

/** False for what no rule can name: no code, an empty one, and one that is longer than a rule may be. */
export function canBeNamed(code: string | null): code is string {
  return code !== null && code !== '' && code.length <= MAX_CODE;
}

/** What classifying a code changes, by the last 30 days. */
export interface ClassEffect {
  /** Executions that would have been tried again instead of handed off at once. */
  readonly retried: number;
  /** Nodes on which they were. */
  readonly retrying: readonly string[];
  /** Transient, but no further attempt is allowed: goes to a person as today. */
  readonly withoutRetry: readonly string[];
  /** Left as they are, since somebody is writing on them. */
  readonly drafted: readonly string[];
  /** Their owner group decides, and the reader is not in it. */
  readonly foreign: readonly string[];
  /** Nothing can stand there. */
  readonly closed: readonly string[];
  /** Nodes on which it will be decided. */
  readonly decided: number;
}

type Judged = Pick<CodeNode, 'name' | 'failedExecutions' | 'atLast' | 'maxAttempts' | 'draftBy' | 'canCarryPolicy'> & {
  /** The reader may publish there. */
  readonly mayPublish: boolean;
};

/**
 * The effect of a class on chosen nodes. A terminal code goes to a person at once, as an unclassified one does: that
 * changes nothing but that somebody decided it. A transient one is tried again where the policy allows more than one
 * attempt and the code came before the last of them.
 */
export function effectOf(nodes: readonly Judged[], failureClass: FailureClass): ClassEffect {
  const named = (those: readonly Judged[]) => those.map(({ name }) => name);
  const closed = nodes.filter(({ canCarryPolicy }) => !canCarryPolicy);
  const foreign = nodes.filter((node) => node.canCarryPolicy && !node.mayPublish);
  const drafted = nodes.filter((node) => node.canCarryPolicy && node.mayPublish && node.draftBy !== null);
  const open = nodes.filter((node) => node.canCarryPolicy && node.mayPublish && node.draftBy === null);
  const [retrying, withoutRetry] =
    failureClass === 'terminal' ? [[], []] : [open.filter(retries), open.filter((node) => !retries(node))];
  return {
    retried: retrying.reduce((sum, node) => sum + Math.max(0, node.failedExecutions - node.atLast), 0),
    ...{ retrying: named(retrying), withoutRetry: named(withoutRetry) },
    ...{ drafted: named(drafted), foreign: named(foreign), closed: named(closed) },
    decided: open.length,
  };
}

function retries({ maxAttempts }: Pick<CodeNode, 'maxAttempts'>): boolean {
  return maxAttempts !== null && maxAttempts > 1;
}
