import type { RunStep } from './ingest-schema';

/** An item that holds, with its position in the batch and the id of its source. */
export interface Item {
  readonly index: number;
  readonly step: RunStep;
  readonly sourceId: string;
  readonly at: Date;
}

export interface Merged {
  readonly items: readonly Item[];
  /** Items that say nothing beyond another one of the batch… */
  readonly duplicates: number;
  /** …and positions of those that contradict one before them. */
  readonly differing: readonly number[];
}

/** One item per step, in the order of their names: two batches at once then never wait for each other in a circle. */
export function merge(read: readonly Item[]): Merged {
  const byKey = new Map<string, Item>();
  const differing: number[] = [];
  for (const item of read) {
    const key = keyOf(item);
    const before = byKey.get(key);
    if (!before || (before.step.status === 'running' && item.step.status !== 'running')) byKey.set(key, item);
    else if (item.step.status !== 'running' && differs(before, item)) differing.push(item.index);
  }
  const items = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  return { items, duplicates: read.length - items.length - differing.length, differing };
}

function keyOf({ sourceId, step: { workflowId, runId, nodeId, subIndex, attempt } }: Item): string {
  return JSON.stringify([sourceId, workflowId, runId, nodeId, subIndex, attempt]);
}

/** The end of a step is its status, code and time; message, hash and duration may come later or be cut. */
function differs(a: Item, b: Item): boolean {
  const codes = (a.step.errorCode ?? null) !== (b.step.errorCode ?? null);
  return codes || a.step.status !== b.step.status || a.at.getTime() !== b.at.getTime();
}
