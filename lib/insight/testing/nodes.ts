import type { Db } from '@/lib/db/client';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';

/** A policy that lacks nothing but an owner. */
export const WHOLE = {
  actions: [{ id: 'a', kind: 'http', idempotent: true }],
  classification: [{ code: 'card_declined', class: 'terminal' }],
  retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' },
  onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
} satisfies JsonObject;

export interface NodeSpec {
  readonly nodeId: string;
  readonly name?: string;
  readonly config: JsonObject;
  readonly canCarryPolicy?: boolean;
  readonly engineRetry?: readonly JsonObject[];
}

/** Writes a workflow with its nodes straight into the tables; returns row ids by node_id, and its own. */
export async function writeWorkflow(
  db: Db,
  { key, name, owner = null, nodes }: { key: string; name: string; owner?: string | null; nodes: readonly NodeSpec[] },
): Promise<{ id: string; nodes: ReadonlyMap<string, string> }> {
  const source = await ownSource(db);
  const workflow = await db.workflow.create({
    data: {
      ...{ sourceId: source, key, name, owner, dialect: 'failpath', fileName: `${key}.yaml`, text: '' },
      nodes: {
        create: nodes.map(({ nodeId, name: own, config, canCarryPolicy = true, engineRetry = [] }, position) => ({
          ...{ nodeId, name: own ?? nodeId, position, canCarryPolicy },
          config: JSON.parse(JSON.stringify(config)),
          engineRetry: JSON.parse(JSON.stringify(engineRetry)),
        })),
      },
    },
    include: { nodes: true },
  });
  return { id: workflow.id, nodes: new Map(workflow.nodes.map((node) => [node.nodeId, node.id])) };
}

/** Executions of a node: the codes of their failed attempts (null = no code), and whether one then succeeded. */
export interface Executions {
  readonly nodeId: string;
  readonly times: number;
  readonly codes: readonly (string | null)[];
  readonly ends: boolean;
  readonly at: Date;
}

/** Writes executions of a workflow's nodes, one second between attempts. */
export async function writeExecutions(db: Db, workflowKey: string, executions: readonly Executions[]): Promise<void> {
  const sourceId = await ownSource(db);
  const data = executions.flatMap(({ nodeId, times, codes, ends, at }, set) =>
    Array.from({ length: times }, (_, run) => {
      const failed = codes.map((errorCode) => ({ status: 'failed', errorCode }));
      const outcomes = ends ? [...failed, { status: 'succeeded', errorCode: null }] : failed;
      return outcomes.map((outcome, index) => ({
        ...{
          sourceId,
          workflowId: workflowKey,
          nodeId,
          runId: `${nodeId}-${set}-${run}`,
          attempt: index + 1,
          ...outcome,
        },
        occurredAt: new Date(at.getTime() + index * 1_000),
      }));
    }).flat(),
  );
  await db.workflowRunStep.createMany({ data });
}

async function ownSource(db: Db): Promise<string> {
  const own = { key: 'own', name: 'Failpath', kind: 'failpath' };
  const { id } = await db.source.upsert({ where: { key: 'own' }, create: own, update: {} });
  return id;
}
