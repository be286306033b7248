import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { mayPublishFor } from '@/lib/accounts/permissions';
import { Prisma } from '@/lib/db/generated/client';
import type { DialectId, Loss } from '@/lib/dialects/types';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import { type BulkNode, forecastNodes, type SharingNode } from './bulk-forecast-queries';
import { bulkNodes } from './bulk-forecast-store';
import { ABOUT_SQL, standingSql } from './bulk-queries';
import { parseChanges } from './bulk-schema';
import type { BulkFlag, BulkPhase, BulkStanding } from './bulk-vocabulary';
import { type DocumentPreview, previewDocument } from './document-preview';
import { dialectIdSchema } from './schema';
import { type ChangeWords, policyChanges } from './version-words';

/** Nodes on one page of a bulk change. */
export const BULK_ROWS = 50;

/** Why a node was, or would be, refused; the rest is what the words of its reason need. */
export interface BulkRefusalKept {
  readonly reason: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly [value: string]: unknown;
}

/** A node of a bulk change as one row. */
export interface BulkItem {
  readonly id: string;
  /** Null: it is gone. */
  readonly nodeRowId: string | null;
  readonly name: string;
  readonly workflow: { readonly id: string; readonly name: string } | null;
  readonly standing: BulkStanding;
  /** What changes there, thing by thing; empty where nothing does. */
  readonly changes: readonly ChangeWords[];
  readonly refusal: BulkRefusalKept | null;
  readonly losses: readonly Loss[];
  readonly dialect: DialectId | null;
  /** Nodes that change along. */
  readonly beside: readonly SharingNode[];
  /** Who is writing on it. */
  readonly draftBy: string | null;
  /** The workflow's version that it was published with. */
  readonly publication: number | null;
}

export interface BulkItemsQuery {
  readonly id: string;
  readonly phase: BulkPhase;
  /** Null: all. */
  readonly show: BulkStanding | BulkFlag | null;
  readonly page: number;
}

interface ItemRow {
  readonly id: string;
  readonly nodeRowId: string | null;
  readonly name: string;
  readonly workflow: { readonly id: string; readonly name: string; readonly dialect: string } | null;
  readonly standing: BulkStanding;
  readonly refusal: BulkRefusalKept | null;
  readonly before: JsonObject | null;
  readonly publication: number | null;
  readonly draftBy: string | null;
}

/** One page of the nodes of a bulk change, in the order in which they were chosen. */
export async function listBulkItems(ctx: ReadCtx, query: BulkItemsQuery): Promise<readonly BulkItem[]> {
  demand(ctx, 'policy.edit');
  const { id, phase, show, page } = query;
  const bulk = await ctx.db.bulkChange.findUnique({ where: { id }, select: { changes: true } });
  if (!bulk) return [];
  const changes = parseChanges(bulk.changes);
  const standing = standingSql(ctx, phase);
  const refusal = phase === 'undo' ? Prisma.sql`i.undo_refusal` : Prisma.sql`i.refusal`;
  const rows = await ctx.db.$queryRaw<ItemRow[]>`
    select i.id, i.node_row_id as "nodeRowId", coalesce(n.name, i.name) as name, ${standing} as standing,
           ${refusal} as refusal, i.before, i.publication, d.updated_by as "draftBy",
           case when w.id is not null
             then jsonb_build_object('id', w.id, 'name', w.name, 'dialect', w.dialect) end as workflow
    from bulk_item i left join node n on n.id = i.node_row_id left join workflow w on w.id = n.workflow_id
    left join node_draft d on d.node_row_id = i.node_row_id
    where i.bulk_id = ${id}::uuid and ${ABOUT_SQL[phase]} and ${shownSql(show, standing)}
    order by i.position limit ${BULK_ROWS} offset ${(page - 1) * BULK_ROWS}`;
  const groups = await ctx.db.ownerGroup.findMany({ select: { slug: true, name: true } });
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  return phase === 'preview'
    ? expected(ctx, rows, changes, groupNames)
    : rows.map((row) => become(row, changes, groupNames));
}

function shownSql(show: BulkItemsQuery['show'], standing: Prisma.Sql): Prisma.Sql {
  if (show === null) return Prisma.sql`true`;
  if (show === 'loses') return Prisma.sql`${standing} = 'changes' and i.loses`;
  if (show === 'shares') return Prisma.sql`${standing} = 'changes' and i.shares`;
  return Prisma.sql`${standing} = ${show}`;
}

/** Rows of the preview: judged again as the nodes stand now, so that what is read is what would be done. */
async function expected(
  ctx: ReadCtx,
  rows: readonly ItemRow[],
  changes: readonly BulkChange[],
  groupNames: ReadonlyMap<string, string>,
): Promise<readonly BulkItem[]> {
  const nodes = await bulkNodes(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const here = rows.flatMap(({ id }) => {
    const node = nodes.get(id);
    return node ? [{ id, node }] : [];
  });
  const asked = here.map(({ node }) => node);
  const forecasts = await forecastNodes(ctx.db, asked, changes, new Set(groupNames.keys()));
  const forecastOf = new Map(here.map(({ id }, index) => [id, forecasts[index]]));
  return rows.map((row) => {
    const forecast = forecastOf.get(row.id);
    const plain = toItem(row);
    if (!forecast) return { ...plain, standing: 'gone' };
    const { before, after, problems, losses, beside, owners } = forecast;
    const foreign =
      forecast.forecast === 'changes' ? owners.find((owner) => !mayPublishFor(ctx.actor, owner)) : undefined;
    const refusal = problems.length > 0 ? { reason: 'policy_invalid', diagnostics: problems } : null;
    return {
      ...{ ...plain, losses, beside, changes: policyChanges(before, after, { groupNames }) },
      standing: foreign === undefined ? forecast.forecast : 'refused',
      refusal: foreign === undefined ? refusal : { reason: 'not_owner', owner: groupNames.get(foreign) ?? foreign },
    };
  });
}

/** Rows of what was done: what changed is told by the policy of before. */
function become(row: ItemRow, changes: readonly BulkChange[], groupNames: ReadonlyMap<string, string>): BulkItem {
  const { before, refusal } = row;
  const owner: unknown = refusal?.owner;
  return {
    ...toItem(row),
    changes: before ? policyChanges(before, withBulkChanges(before, changes), { groupNames }) : [],
    refusal: refusal && typeof owner === 'string' ? { ...refusal, owner: groupNames.get(owner) ?? owner } : refusal,
  };
}

function toItem({ before: _, workflow, ...row }: ItemRow): BulkItem {
  const dialect = workflow ? dialectIdSchema.parse(workflow.dialect) : null;
  return {
    ...row,
    workflow: workflow && { id: workflow.id, name: workflow.name },
    dialect,
    changes: [],
    losses: [],
    beside: [],
  };
}

export const bulkItemIdSchema = z.object({ id: z.uuid() });

/** One node with its change in full sentences and in lines; null where nothing would change there, or it is gone. */
export async function previewBulkItem(
  ctx: ReadCtx,
  { id }: z.output<typeof bulkItemIdSchema>,
): Promise<DocumentPreview | null> {
  demand(ctx, 'policy.edit');
  const item = await ctx.db.bulkItem.findUnique({
    where: { id },
    select: { bulk: { select: { changes: true } }, node: { include: { workflow: true } } },
  });
  if (!item?.node) return null;
  const { node, bulk } = item;
  const nodes = await bulkNodes(ctx.db, [id]);
  const groups = await ctx.db.ownerGroup.findMany({ select: { slug: true, name: true } });
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const policy = await policyOf(ctx, nodes.get(id), parseChanges(bulk.changes), new Set(groupNames.keys()));
  if (!policy) return null;
  const { text, sidecar, fileName, engineVersion, owner, dialect } = node.workflow;
  const source = { text, sidecar, fileName, engineVersion };
  const asked = { nodeId: node.nodeId, policy };
  return previewDocument(source, dialectIdSchema.parse(dialect), asked, { inheritedOwner: owner, groupNames });
}

async function policyOf(
  ctx: ReadCtx,
  node: BulkNode | undefined,
  changes: readonly BulkChange[],
  groups: ReadonlySet<string>,
) {
  const [forecast] = node ? await forecastNodes(ctx.db, [node], changes, groups) : [];
  return forecast?.policy ?? null;
}
