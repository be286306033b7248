import { type Ctx, demand } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import { dialectById } from '@/lib/dialects/registry';
import type { Loss } from '@/lib/dialects/types';
import { checkPolicy } from '@/lib/policy/check';
import { policyPart, sameJson } from '@/lib/policy/document';
import { setAt, valueAt } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import { type Diagnostic, hasErrors } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import type { PublishInput } from './schema';
import { configsOf, definitionOf, fromJsonColumn, type LockedWorkflow, lockWorkflow, syncNodes } from './store';

export type PublishRefusal =
  | { readonly reason: 'not_found' }
  /** Somebody else published this node meanwhile: what holds now, and since which version. */
  | { readonly reason: 'conflict'; readonly published: JsonObject; readonly version: number }
  /** The policy does not hold; each diagnostic names its place and remedy. */
  | { readonly reason: 'policy_invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** The workflow's text cannot take it; nothing was written. */
  | { readonly reason: 'write_refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly reason: 'unchanged' };

export interface Published {
  readonly workflowVersion: number;
  readonly nodeVersion: number;
  readonly losses: readonly Loss[];
}

/**
 * Publishes one node's policy: definition text, sidecar, every node's config, the version history
 * and the end of the draft in one transaction, against the version that the person started from.
 */
export async function publishPolicy(ctx: Ctx, input: PublishInput): Promise<Result<Published, PublishRefusal>> {
  demand(ctx, 'policy.publish');
  return ctx.db.$transaction(
    async (db): Promise<Result<Published, PublishRefusal>> => {
      const found = await db.node.findUnique({ where: { id: input.nodeRowId }, select: { workflowId: true } });
      const workflow = found && (await lockWorkflow(db, found.workflowId));
      const node = await db.node.findUnique({ where: { id: input.nodeRowId } });
      if (!workflow || !node) return err({ reason: 'not_found' });
      const published = policyPart(fromJsonColumn(node.config));
      if (node.version !== input.baseVersion) return err({ reason: 'conflict', published, version: node.version });
      if (sameJson(input.document, published) && !input.replaceEngineRetry) return err({ reason: 'unchanged' });

      const document = stampWaiver(ctx, input.document, published);
      const judged = await judgePolicy(db, document, published, workflow.owner);
      if (!judged.ok) return judged;
      const written = dialectById(workflow.dialect).write(workflow.source, [
        { nodeId: node.nodeId, policy: judged.value, replaceEngineRetry: input.replaceEngineRetry },
      ]);
      if (!written.ok) return err({ reason: 'write_refused', diagnostics: written.diagnostics });
      const nodeVersion = await storePublication(ctx, db, workflow, written, input);
      return ok({
        workflowVersion: workflow.version + 1,
        nodeVersion: nodeVersion ?? node.version,
        losses: written.losses,
      });
    },
    { timeout: 30_000, maxWait: 30_000 },
  );
}

/** A waiver that is new bears the name of who publishes it and the time; nobody signs for another. */
function stampWaiver(ctx: Ctx, document: JsonObject, published: JsonObject): JsonObject {
  const waiver = valueAt(document, ['retry', 'waiver']);
  if (!isJsonObject(waiver) || sameJson(waiver, valueAt(published, ['retry', 'waiver']))) return document;
  return setAt(document, ['retry', 'waiver'], { ...waiver, by: ctx.actor.name, at: ctx.now.toISOString() });
}

/** Reads and checks a policy as for publishing: schema, cross-field rules, and that its groups exist. */
export async function judgePolicy(
  db: Tx,
  document: JsonObject,
  published: JsonObject,
  inheritedOwner: string | null,
): Promise<Result<NodePolicy, PublishRefusal>> {
  const { policy, diagnostics } = readPolicy(document);
  const all = [
    ...diagnostics,
    ...(policy ? checkPolicy(policy, { inheritedOwner }) : []),
    ...(policy ? await unknownGroups(db, policy, published) : []),
  ];
  if (!policy || hasErrors(all)) return err({ reason: 'policy_invalid', diagnostics: all });
  return ok(policy);
}

/** Groups that nobody made tell nobody: refused, unless the file already said so. */
async function unknownGroups(db: Tx, policy: NodePolicy, published: JsonObject): Promise<Diagnostic[]> {
  const before = readPolicy(published).policy;
  const named = [
    { slug: policy.owner, path: ['owner'], kept: policy.owner === before?.owner },
    {
      slug: policy.onExhausted?.notify,
      path: ['onExhausted', 'notify'],
      kept: policy.onExhausted?.notify === before?.onExhausted?.notify,
    },
  ].filter((each) => each.slug !== undefined);
  if (named.length === 0) return [];
  const slugs = named.flatMap((each) => each.slug ?? []);
  const groups = await db.ownerGroup.findMany({ where: { slug: { in: slugs } }, select: { slug: true } });
  const known = new Set(groups.map((group) => group.slug));
  return named
    .filter(({ slug }) => slug !== undefined && !known.has(slug))
    .map(({ slug, path, kept }) => ({
      code: 'owner_unknown',
      severity: kept ? 'warning' : 'error',
      path,
      values: { slug: slug ?? '' },
    }));
}

async function storePublication(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  written: { readonly text: string; readonly sidecar: string | null },
  input: PublishInput,
): Promise<number | undefined> {
  const { text, sidecar } = written;
  const definition = definitionOf(workflow.dialect, { ...workflow.source, text, sidecar });
  const changed = await syncNodes(db, workflow.id, definition, ctx.now);
  const version = workflow.version + 1;
  await db.workflow.update({ where: { id: workflow.id }, data: { text, sidecar, version, updatedAt: ctx.now } });
  await db.workflowVersion.create({
    data: {
      workflowId: workflow.id,
      version,
      text,
      sidecar,
      configs: configsOf(definition),
      changed,
      note: input.note || null,
      publishedBy: ctx.actor.name,
      publishedAt: ctx.now,
    },
  });
  await db.nodeDraft.deleteMany({ where: { nodeRowId: input.nodeRowId } });
  const node = await db.node.findUnique({ where: { id: input.nodeRowId }, select: { version: true } });
  return node?.version;
}
