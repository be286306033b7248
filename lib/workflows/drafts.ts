import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { nodeText } from '@/lib/dialects/node-text';
import { policyPart, sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { dialectIdSchema, type SaveDraftInput } from './schema';
import { fromJsonColumn, toJsonColumn } from './store';

export interface Draft {
  readonly document: JsonObject;
  /** The node's own text as typed; null = as it stands in the workflow's text. */
  readonly text: string | null;
  /** The published policy that the draft started from. */
  readonly base: JsonObject;
  readonly baseVersion: number;
  readonly revision: number;
  readonly replaceEngineRetry: boolean;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

export type DraftRefusal =
  | { readonly reason: 'not_found' }
  /** Somebody else saved this draft meanwhile: here is theirs. */
  | { readonly reason: 'draft_conflict'; readonly draft: Draft };

/** `revision` 0 = no draft is kept; `nodeVersion` beyond the draft's base = somebody published meanwhile. */
export interface SavedDraft {
  readonly revision: number;
  readonly nodeVersion: number;
}

/**
 * Keeps what a person is writing on a node, valid or not, against the revision they last saw.
 * A publication in between is no reason to refuse: the draft is kept and the caller told.
 * A draft that equals what is published is no draft: it is removed, which the audit tells; what is kept while
 * somebody writes, key by key, is not audited, since it holds for nobody until it is published.
 */
export async function saveDraft(ctx: Ctx, input: SaveDraftInput): Promise<Result<SavedDraft, DraftRefusal>> {
  demand(ctx, 'policy.edit');
  return ctx.db.$transaction(async (db) => {
    await db.$queryRaw`select id from node where id = ${input.nodeRowId}::uuid for update`;
    const node = await db.node.findUnique({ where: { id: input.nodeRowId }, include: { draft: true } });
    if (!node) return err({ reason: 'not_found' });
    const { draft, version: nodeVersion } = node;
    if (draft && draft.revision !== input.revision) return err({ reason: 'draft_conflict', draft: toDraft(draft) });
    if (sameJson(input.document, policyPart(fromJsonColumn(node.config))) && !(await saysMore(db, node, input))) {
      if (draft) await discardDraft(ctx, db, node, draft);
      return ok({ revision: 0, nodeVersion });
    }
    const row = {
      document: toJsonColumn(input.document),
      text: input.text ?? null,
      base: toJsonColumn(input.base),
      baseVersion: input.baseVersion,
      replaceEngineRetry: input.replaceEngineRetry,
      revision: (draft?.revision ?? 0) + 1,
      updatedBy: ctx.actor.name,
      updatedAt: ctx.now,
    };
    await db.nodeDraft.upsert({ where: { nodeRowId: node.id }, create: { nodeRowId: node.id, ...row }, update: row });
    return ok({ revision: row.revision, nodeVersion });
  });
}

async function discardDraft(
  ctx: Ctx,
  db: Tx,
  node: { readonly id: string; readonly name: string },
  draft: Parameters<typeof toDraft>[0],
): Promise<void> {
  await db.nodeDraft.delete({ where: { nodeRowId: node.id } });
  const { document, text, revision, updatedBy, updatedAt } = toDraft(draft);
  await record(ctx, db, {
    action: 'draft.discard',
    subject: { kind: 'node', id: node.id, name: node.name },
    // Of a text that is typed we say only that there was one: it may hold anything of the platform's.
    before: { document, textTyped: text !== null, revision, updatedBy, updatedAt: updatedAt.toISOString() },
  });
}

/** More than a policy that is published already: engine blocks to be replaced, or another text. */
async function saysMore(
  db: Tx,
  { workflowId, nodeId }: { readonly workflowId: string; readonly nodeId: string },
  { text = null, replaceEngineRetry }: SaveDraftInput,
): Promise<boolean> {
  if (replaceEngineRetry || text === null) return replaceEngineRetry;
  const workflow = await db.workflow.findUniqueOrThrow({ where: { id: workflowId } });
  return nodeText(workflow, dialectIdSchema.parse(workflow.dialect), nodeId)?.text !== text;
}

/** A draft's row as the pages use it. */
export function toDraft(row: {
  text: string | null;
  document: Parameters<typeof fromJsonColumn>[0];
  base: Parameters<typeof fromJsonColumn>[0];
  baseVersion: number;
  revision: number;
  replaceEngineRetry: boolean;
  updatedBy: string;
  updatedAt: Date;
}): Draft {
  const { text, baseVersion, revision, replaceEngineRetry, updatedBy, updatedAt } = row;
  const document = fromJsonColumn(row.document);
  const base = fromJsonColumn(row.base);
  return { document, text, base, baseVersion, revision, replaceEngineRetry, updatedBy, updatedAt };
}
