import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { DiffFile } from './line-diff';
import { nodeFiles, versionFiles } from './version-content';
import { compareVersions, type VersionComparison } from './version-diff';
import { readVersions, VERSION_HEAD, type VersionHead } from './versions-store';

/** What the pages of a workflow's versions say of the workflow itself. */
export interface VersionedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  /** The version in force; all before it are kept. */
  readonly version: number;
}

export interface VersionRow extends VersionHead {
  /** The first few nodes whose config it changed; those that no longer exist have no row and no name. */
  readonly changed: readonly {
    readonly nodeId: string;
    readonly rowId: string | null;
    readonly name: string | null;
  }[];
  readonly changedCount: number;
}

export interface VersionsPage {
  readonly rows: readonly VersionRow[];
  /** Where the next page of newer or older ones begins: a version, or null when there are none. */
  readonly newer: number | null;
  readonly older: number | null;
}

export interface VersionsQuery {
  /** Only publications that changed this node (node_id). */
  readonly node: string | null;
  /** Versions below this one, the newest first. */
  readonly before: number | null;
  /** Versions above this one: the page before, still the newest first. */
  readonly after: number | null;
}

export const VERSIONS_PER_PAGE = 30;
/** As many nodes are named in a row. */
const NAMED_NODES = 6;

/** A workflow with the number of its newest version; null when there is none of that id. */
export async function getVersionedWorkflow(ctx: ReadCtx, id: string): Promise<VersionedWorkflow | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  return ctx.db.workflow.findUnique({
    where: { id },
    select: { id: true, name: true, fileName: true, version: true },
  });
}

/** A page of a workflow's versions, newest first, without their texts: one query. */
export async function listVersions(
  ctx: ReadCtx,
  workflowId: string,
  { node, before, after }: VersionsQuery,
  limit: number = VERSIONS_PER_PAGE,
): Promise<VersionsPage> {
  demand(ctx, 'read');
  const upwards = after !== null;
  const found = await ctx.db.$queryRaw<VersionRow[]>`
    select v.version, v.published_by as "publishedBy", v.published_at as "publishedAt", v.note,
           v.restored_from as "restoredFrom", cardinality(v.changed) as "changedCount",
           coalesce((
             select json_agg(json_build_object('nodeId', c.id, 'rowId', n.id, 'name', n.name) order by c.place)
             from unnest(v.changed[1:${NAMED_NODES}::int]) with ordinality as c(id, place)
             left join node n on n.workflow_id = v.workflow_id and n.node_id = c.id
           ), '[]') as changed
    from workflow_version v
    where v.workflow_id = ${workflowId}::uuid
      ${node === null ? Prisma.empty : Prisma.sql`and ${node} = any(v.changed)`}
      ${before === null ? Prisma.empty : Prisma.sql`and v.version < ${before}`}
      ${upwards ? Prisma.sql`and v.version > ${after}` : Prisma.empty}
    order by v.version ${upwards ? Prisma.sql`asc` : Prisma.sql`desc`}
    limit ${limit + 1}`;
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (upwards) rows.reverse();
  const [first, last] = [rows.at(0)?.version ?? null, rows.at(-1)?.version ?? null];
  if (upwards) return { rows, newer: more ? first : null, older: last };
  return { rows, newer: before === null ? null : first, older: more ? last : null };
}

/** Nodes of a workflow as they are now, by node_id; those that are gone are not in the map. */
export async function findVersionedNodes(
  ctx: ReadCtx,
  workflowId: string,
  nodeIds: readonly string[],
): Promise<Map<string, { readonly id: string; readonly name: string }>> {
  demand(ctx, 'read');
  if (nodeIds.length === 0) return new Map();
  const rows = await ctx.db.node.findMany({
    where: { workflowId, nodeId: { in: [...nodeIds] } },
    select: { id: true, nodeId: true, name: true },
  });
  return new Map(rows.map(({ id, nodeId, name }) => [nodeId, { id, name }]));
}

/** More to choose from than that and nobody finds the one; older ones are reached through the history. */
const MAX_CHOICES = 200;

/** The newest versions to choose from, and those named, newest first. */
export async function listVersionChoices(
  ctx: ReadCtx,
  workflow: VersionedWorkflow,
  chosen: readonly number[],
): Promise<VersionHead[]> {
  demand(ctx, 'read');
  return ctx.db.workflowVersion.findMany({
    where: {
      workflowId: workflow.id,
      OR: [{ version: { gt: workflow.version - MAX_CHOICES } }, { version: { in: [...chosen] } }],
    },
    select: VERSION_HEAD,
    orderBy: { version: 'desc' },
  });
}

export type VersionPair =
  | {
      readonly kind: 'compared';
      readonly from: VersionHead;
      readonly to: VersionHead;
      readonly comparison: VersionComparison;
      /** Owner group that nodes without one inherit, in each of the two. */
      readonly owners: { readonly before: string | null; readonly after: string | null };
      readonly files: readonly DiffFile[];
      /** Not a byte differs; else line endings alone may, when `files` is empty. */
      readonly identical: boolean;
      /** False when it was narrowed to a node that stands in neither. */
      readonly nodeFound: boolean;
    }
  | { readonly kind: 'missing'; readonly versions: readonly number[] };

/** Two versions in words' data and in lines, of the whole workflow or of one node (node_id). Reads two rows. */
export async function compareVersionPair(
  ctx: ReadCtx,
  workflow: VersionedWorkflow,
  { from, to, node }: { readonly from: number; readonly to: number; readonly node: string | null },
): Promise<VersionPair> {
  demand(ctx, 'read');
  const kept = await readVersions(ctx.db, workflow, [from, to]);
  const [a, b] = [kept.get(from), kept.get(to)];
  if (!a || !b) return { kind: 'missing', versions: [...new Set([from, to])].filter((each) => !kept.has(each)) };
  const [{ reading: before, ...fromHead }, { reading: after, ...toHead }] = [a, b];
  const comparison = compareVersions(before, after);
  const found = [...before.nodes, ...after.nodes].some((each) => each.id === node);
  return {
    kind: 'compared',
    from: fromHead,
    to: toHead,
    comparison: node === null ? comparison : { ...comparison, nodes: comparison.nodes.filter(({ id }) => id === node) },
    owners: { before: before.owner, after: after.owner },
    files: node === null ? versionFiles(before.source, after.source) : nodeFiles(before, after, node),
    identical: before.source.text === after.source.text && before.source.sidecar === after.source.sidecar,
    nodeFound: node === null || found,
  };
}
