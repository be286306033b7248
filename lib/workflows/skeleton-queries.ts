import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { dialectById, readDefinition } from '@/lib/dialects/registry';
import type { DialectId, Loss } from '@/lib/dialects/types';
import { type NodeRowId, nodeRowIdSchema, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import type { NodeDefinition } from '@/lib/model/workflow';
import { checkPolicy } from '@/lib/policy/check';
import { type DescribeContext, retryPhrase, todayPhrase } from '@/lib/policy/describe';
import { policyPart } from '@/lib/policy/document';
import type { Phrase } from '@/lib/policy/phrase';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type DocumentPreview, previewDocument } from './document-preview';
import { type Judging, judgePolicy } from './publish';
import { dialectIdSchema } from './schema';
import { type LeftOut, type SkeletonPart, skeletonFor } from './skeleton';
import { fromJsonColumn } from './store';

/** A node of the plan: what the skeleton would change there, or why it is left out. */
export interface SkeletonNode {
  readonly id: NodeRowId;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly version: number;
  readonly outcome: SkeletonChange | { readonly standing: LeftOut; readonly by: string | null };
}

export interface SkeletonChange {
  readonly standing: 'open';
  readonly parts: readonly SkeletonPart[];
  /** What holds today, and what would: in one phrase each. */
  readonly today: Phrase;
  readonly becomes: Phrase;
  /** What forbids publishing it as it is; empty = it can be published at once. */
  readonly problems: readonly Diagnostic[];
  /** What holds but will surprise, and comes with the skeleton. */
  readonly cautions: readonly Diagnostic[];
  readonly losses: readonly Loss[];
}

export interface SkeletonPlan {
  readonly workflow: {
    readonly id: WorkflowId;
    readonly name: string;
    readonly version: number;
    readonly dialect: DialectId;
  };
  readonly nodes: readonly SkeletonNode[];
}

/** What the general skeleton would do on every node of a workflow, in the order of its text; null = no such workflow. */
export async function planSkeleton(ctx: ReadCtx, id: string): Promise<SkeletonPlan | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const [row, groups, extra] = await Promise.all([
    ctx.db.workflow.findUnique({
      where: { id },
      include: { nodes: { orderBy: { position: 'asc' }, include: { draft: { select: { updatedBy: true } } } } },
    }),
    ctx.db.ownerGroup.findMany({ select: { slug: true, name: true } }),
    catalogueExtra(ctx.db),
  ]);
  if (!row) return null;
  const { text, sidecar, fileName, engineVersion, owner } = row;
  const dialect = dialectIdSchema.parse(row.dialect);
  const { workflow } = readDefinition({ text, sidecar, fileName, engineVersion }, dialect);
  const definitions = new Map(workflow?.nodes.map((node) => [node.id, node]));
  const judging: PlanContext = {
    dialect,
    engineVersion,
    judging: { inheritedOwner: owner, groups: new Set(groups.map(({ slug }) => slug)), extra },
    words: { inheritedOwner: owner, groupNames: new Map(groups.map(({ slug, name }) => [slug, name])), extra },
  };
  const nodes = row.nodes.map(({ draft, config, engineRetry, ...node }): SkeletonNode => {
    const { nodeId, name, type, version, canCarryPolicy } = node;
    const input = {
      config: fromJsonColumn(config),
      canCarryPolicy,
      hasEngineRetry: hasBlocks(engineRetry),
      hasDraft: draft !== null,
    };
    const outcome = outcomeOf(input, definitions.get(nodeId), judging, draft?.updatedBy ?? null);
    return { id: nodeRowIdSchema.parse(node.id), nodeId, name, type, version, outcome };
  });
  return { workflow: { id: workflowIdSchema.parse(row.id), name: row.name, version: row.version, dialect }, nodes };
}

/** How many nodes of a workflow the skeleton would change. */
export async function countOpenForSkeleton(ctx: ReadCtx, id: string): Promise<number> {
  demand(ctx, 'read');
  const rows = await ctx.db.node.findMany({
    where: { workflowId: id, canCarryPolicy: true, draft: null },
    select: { config: true, engineRetry: true },
  });
  const input = { canCarryPolicy: true, hasDraft: false };
  return rows.filter(
    ({ config, engineRetry }) =>
      skeletonFor({ ...input, config: fromJsonColumn(config), hasEngineRetry: hasBlocks(engineRetry) }).standing ===
      'open',
  ).length;
}

/** The skeleton on one node in full sentences and in lines; null where it would change nothing. */
export async function previewSkeleton(
  ctx: ReadCtx,
  { nodeRowId }: { readonly nodeRowId: string },
): Promise<DocumentPreview | null> {
  demand(ctx, 'read');
  const node = await ctx.db.node.findUnique({ where: { id: nodeRowId }, include: { workflow: true, draft: true } });
  if (!node) return null;
  const config = fromJsonColumn(node.config);
  const hasEngineRetry = hasBlocks(node.engineRetry);
  const { canCarryPolicy, nodeId } = node;
  const outcome = skeletonFor({ config, canCarryPolicy, hasEngineRetry, hasDraft: node.draft !== null });
  const policy = outcome.standing === 'open' ? readPolicy(outcome.document).policy : null;
  if (!policy) return null;
  const groups = await ctx.db.ownerGroup.findMany({ select: { slug: true, name: true } });
  const { text, sidecar, fileName, engineVersion, owner } = node.workflow;
  const source = { text, sidecar, fileName, engineVersion };
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const asked = { nodeId, policy };
  return previewDocument(source, dialectIdSchema.parse(node.workflow.dialect), asked, {
    ...{ inheritedOwner: owner, groupNames, extra: await catalogueExtra(ctx.db) },
  });
}

/** Whether the engine's own retry blocks stand on a node, as its column says. */
export function hasBlocks(engineRetry: unknown): boolean {
  return Array.isArray(engineRetry) && engineRetry.length > 0;
}

interface PlanContext {
  readonly dialect: DialectId;
  readonly engineVersion: string | null;
  readonly judging: Judging;
  readonly words: DescribeContext;
}

function outcomeOf(
  input: Parameters<typeof skeletonFor>[0],
  definition: NodeDefinition | undefined,
  { dialect, engineVersion, judging, words }: PlanContext,
  by: string | null,
): SkeletonNode['outcome'] {
  const outcome = skeletonFor(input);
  if (outcome.standing !== 'open') return { standing: outcome.standing, by };
  const { parts, document, before } = outcome;
  const { policy: after } = readPolicy(document);
  const problems = problemsOf(document, input.config, judging);
  if (!after) return { standing: 'invalid', by };
  const losses = definition ? dialectById(dialect).support(definition, after, engineVersion) : [];
  const [today, becomes] = [todayPhrase(before, after, words), retryPhrase(after, words)];
  const cautions = newCautions(before, after, judging);
  return { standing: 'open', parts, today, becomes, problems, cautions, losses };
}

/** Warnings that do not hold today already; who sees 500 nodes needs only those. */
function newCautions(before: NodePolicy, after: NodePolicy, judging: Judging): Diagnostic[] {
  const known = new Set(checkPolicy(before, judging).map(({ code }) => code));
  return checkPolicy(after, judging).filter(({ severity, code }) => severity === 'warning' && !known.has(code));
}

function problemsOf(document: JsonObject, config: JsonObject, judging: Judging): Diagnostic[] {
  const judged = judgePolicy(document, policyPart(config), judging);
  if (judged.ok || judged.error.reason !== 'policy_invalid') return [];
  return judged.error.diagnostics.filter(({ severity }) => severity === 'error');
}
