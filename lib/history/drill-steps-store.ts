import type { Queryable } from '@/lib/db/client';
import { trialOfRun } from './drill-run-id';
import { type Item, type Merged, merge } from './ingest-items';

export interface Parted {
  /** Steps of the real history. */
  readonly real: readonly Item[];
  /** Steps of known trials, as the tables of drills have them. */
  readonly drills: Merged;
  /** Positions of those that are taken nowhere: their trial has ended, or its log is the built-in runner's alone. */
  readonly closed: readonly number[];
}

/**
 * Parts the steps of drills from the real ones, as the trigger of the history does for whoever else writes there: by a
 * run id that names a known trial. Several ways to name one step, by the node's own name and by that of the test node,
 * are one. Asks nothing for a batch without such run ids.
 */
export async function partDrills(db: Queryable, items: readonly Item[]): Promise<Parted> {
  const named = items.flatMap((item) => {
    const trial = trialOfRun(item.step.runId);
    return trial === null ? [] : [[item, trial] as const];
  });
  if (named.length === 0) return { real: items, drills: { items: [], duplicates: 0, differing: [] }, closed: [] };
  const realms = await readRealms(db, [...new Set(named.map(([, trial]) => trial))]);
  const known = named.filter(([, trial]) => realms.has(trial));
  const ofDrills = new Set(known.map(([item]) => item));
  const drills = known.flatMap(([item, trial]) => {
    const realm = realms.get(trial);
    if (realm === undefined) return [];
    const { workflowId, testNode } = realm;
    if (workflowId === null || realm.nodeId === null || !realm.open) return [];
    const nodeId = item.step.nodeId === testNode ? realm.nodeId : item.step.nodeId;
    return [{ ...item, sourceId: trial, step: { ...item.step, workflowId, nodeId } }];
  });
  const inOrder = drills.sort((a, b) => a.index - b.index);
  const taken = new Set(drills.map(({ index }) => index));
  return {
    real: items.filter((item) => !ofDrills.has(item)),
    drills: merge(inOrder),
    closed: known.flatMap(([{ index }]) => (taken.has(index) ? [] : [index])),
  };
}

interface DrillRealm {
  readonly trialId: string;
  /** Null: the trial has not been prepared yet. */
  readonly workflowId: string | null;
  readonly nodeId: string | null;
  readonly testNode: string | null;
  readonly open: boolean;
}

async function readRealms(db: Queryable, trials: readonly string[]): Promise<Map<string, DrillRealm>> {
  const rows = await db.$queryRaw<DrillRealm[]>`
    select t.id as "trialId", w.key as "workflowId", n.node_id as "nodeId", r.test_node as "testNode",
           t.state in ('planned', 'running') and r.runner <> 'builtin' as open
    from drill_trial t join drill_run r on r.id = t.run_id
    left join drill.workflow w on w.source_id = t.id left join drill.node n on n.workflow_id = w.id
    where t.id = any(${trials}::uuid[])`;
  return new Map(rows.map((row) => [row.trialId, row]));
}
