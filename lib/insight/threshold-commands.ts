import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { measuredRow } from '@/lib/history/threshold-state';
import { type NodeRowId, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import { policyPart, sameJson } from '@/lib/policy/document';
import { withThreshold } from '@/lib/policy/threshold-edit';
import { groupBy } from '@/lib/shared/group-by';
import type { JsonObject } from '@/lib/shared/json';
import { ok, type Result } from '@/lib/shared/result';
import { discardSkeletonDrafts, type SkeletonUndone } from '@/lib/workflows/skeleton-commands';
import { fromJsonColumn, toJsonColumn } from '@/lib/workflows/store';
import { type TakingResult, type ThresholdChoice, thresholdKey } from './threshold-list';
import type { TakeThresholdsInput, UndoThresholdsInput } from './threshold-schema';

export interface TakenThresholds {
  /** When (ISO): the undo asks for it. */
  readonly at: string;
  /** In the order of the choices. */
  readonly results: readonly TakingResult[];
}

/**
 * Puts measured thresholds into the drafts of their nodes, where a person publishes them or not. A number that is not the
 * suggestion of now is left, and so is a draft that somebody else is writing on, or that has a text of its own; each is
 * said. One's own draft is gone on with. A transaction and an entry of the audit per workflow.
 */
export async function takeThresholds(
  ctx: Ctx,
  { choices }: TakeThresholdsInput,
): Promise<Result<TakenThresholds, never>> {
  demand(ctx, 'policy.edit');
  const workflows = await workflowsOf(
    ctx,
    choices.map(({ nodeRowId }) => nodeRowId),
  );
  const results = new Map<string, TakingResult>();
  for (const [workflowId, nodeRowIds] of workflows) {
    const ofWorkflow = choices.filter(({ nodeRowId }) => nodeRowIds.has(nodeRowId));
    for (const result of await transaction(ctx.db, (db) => takeLocked(ctx, db, workflowId, ofWorkflow)))
      results.set(thresholdKey(result), result);
  }
  const found = choices.map(
    ({ nodeRowId, code }): TakingResult =>
      results.get(thresholdKey({ nodeRowId, code })) ?? { nodeRowId, code, outcome: 'gone' },
  );
  return ok({ at: ctx.now.toISOString(), results: found });
}

/** Throws away drafts that `takeThresholds` has just made and that nobody has touched since; those that it only went on with stay. */
export async function undoThresholds(
  ctx: Ctx,
  { nodeRowIds, at }: UndoThresholdsInput,
): Promise<Result<SkeletonUndone, never>> {
  demand(ctx, 'policy.edit');
  const discarded: NodeRowId[] = [];
  for (const [id, ids] of await workflowsOf(ctx, nodeRowIds)) {
    const undone = await discardSkeletonDrafts(ctx, { workflowId: id, nodeRowIds: [...ids], at });
    if (undone.ok) discarded.push(...undone.value.discarded);
  }
  const gone = new Set(discarded);
  return ok({ discarded, kept: nodeRowIds.filter((id) => !gone.has(id)) });
}

interface MeasuredRow {
  readonly version: number;
  readonly measured: {
    readonly nodeVersion: number;
    readonly measuredAt: Date;
    readonly states: readonly {
      readonly code: string;
      readonly state: string;
      readonly suggested: number | null;
      readonly sampleSize: number;
      readonly failureCount: number;
    }[];
  } | null;
}

interface TakenNode {
  readonly id: NodeRowId;
  readonly nodeId: string;
  readonly document: JsonObject;
}

async function takeLocked(
  ctx: Ctx,
  db: Tx,
  workflowId: WorkflowId,
  choices: readonly ThresholdChoice[],
): Promise<readonly TakingResult[]> {
  const ids = [...new Set(choices.map(({ nodeRowId }) => nodeRowId))];
  await db.$queryRaw`select id from node where id = any(${ids}::uuid[]) order by id for update`;
  const rows = await db.node.findMany({
    where: { workflowId, id: { in: ids } },
    include: { draft: true, measured: { include: { states: true } }, workflow: { select: { name: true } } },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const results: TakingResult[] = [];
  const taken: TakenNode[] = [];
  for (const [id, wanted] of groupBy(choices, ({ nodeRowId }) => nodeRowId)) {
    const row = rowOf.get(id);
    const left = row ? reasonToLeave(ctx, row) : { outcome: 'gone' as const };
    if (row === undefined || left !== null) {
      results.push(...wanted.map(({ code }) => ({ nodeRowId: id, code, ...(left ?? { outcome: 'gone' as const }) })));
      continue;
    }
    const { draft, version } = row;
    const published = policyPart(fromJsonColumn(row.config));
    const before = draft ? fromJsonColumn(draft.document) : published;
    const { document, outcomes } = putIn(row, before, wanted);
    results.push(...outcomes);
    if (sameJson(document, before)) continue;
    await keepDraft(ctx, db, { id, version, published, draft }, document);
    taken.push({ id, nodeId: row.nodeId, document });
  }
  const [first] = rows;
  if (first && taken.length > 0)
    await record(ctx, db, {
      action: 'draft.threshold',
      subject: { kind: 'workflow', id: workflowId, name: first.workflow.name },
      after: { nodes: taken.map(({ id, nodeId, document }) => ({ id: nodeId, row: id, document })) },
    });
  return results;
}

/** The document with every number that is the suggestion of now. */
function putIn(
  { version, measured }: MeasuredRow,
  before: JsonObject,
  wanted: readonly ThresholdChoice[],
): { readonly document: JsonObject; readonly outcomes: readonly TakingResult[] } {
  let document = before;
  const outcomes = wanted.map(({ nodeRowId, code, failures }): TakingResult => {
    const state = measured?.states.find((each) => each.code === code);
    const open = state?.state === 'drifted' || state?.state === 'ripe';
    if (!open || measured?.nodeVersion !== version || state.suggested !== failures)
      return { nodeRowId, code, outcome: 'changed' };
    const sample = { failures, sample_size: state.sampleSize, failure_count: state.failureCount };
    document = withThreshold(document, measuredRow(code, sample, measured.measuredAt));
    return { nodeRowId, code, outcome: 'taken' };
  });
  return { document, outcomes };
}

function reasonToLeave(
  { actor }: Ctx,
  {
    canCarryPolicy,
    draft,
  }: {
    readonly canCarryPolicy: boolean;
    readonly draft: { readonly text: string | null; readonly updatedBy: string } | null;
  },
): Pick<TakingResult, 'outcome' | 'by'> | null {
  if (!canCarryPolicy) return { outcome: 'cannot' };
  if (draft === null) return null;
  const { updatedBy: by, text } = draft;
  return by !== actor.name || text !== null ? { outcome: 'draft', by } : null;
}

async function keepDraft(
  { actor, now }: Ctx,
  db: Tx,
  node: {
    readonly id: NodeRowId;
    readonly version: number;
    readonly published: JsonObject;
    readonly draft: { readonly revision: number } | null;
  },
  document: JsonObject,
): Promise<void> {
  const written = { document: toJsonColumn(document), updatedBy: actor.name, updatedAt: now };
  if (node.draft) {
    const data = { ...written, revision: node.draft.revision + 1 };
    await db.nodeDraft.update({ where: { nodeRowId: node.id }, data });
    return;
  }
  await db.nodeDraft.create({
    data: {
      ...written,
      nodeRowId: node.id,
      baseVersion: node.version,
      base: toJsonColumn(node.published),
      revision: 1,
    },
  });
}

async function workflowsOf({ db }: Ctx, ids: readonly NodeRowId[]): Promise<Map<WorkflowId, ReadonlySet<NodeRowId>>> {
  const rows = await db.node.findMany({ where: { id: { in: [...ids] } }, select: { id: true, workflowId: true } });
  const workflowOf = new Map(rows.map(({ id, workflowId }) => [id, workflowIdSchema.parse(workflowId)]));
  const workflows = new Map<WorkflowId, Set<NodeRowId>>();
  for (const id of ids) {
    const workflow = workflowOf.get(id);
    if (workflow === undefined) continue;
    const known = workflows.get(workflow) ?? new Set();
    workflows.set(workflow, known.add(id));
  }
  return workflows;
}
