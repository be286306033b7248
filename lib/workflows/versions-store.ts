import type { Queryable } from '@/lib/db/client';
import type { DefinitionText } from '@/lib/dialects/types';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { engineRetryOf, fromJsonColumn } from './store';
import { readVersion, type VersionReading } from './version-content';
import { type CurrentNode, planRestore, type RestorePlan } from './version-restore';

/** Who published a version, when and why. */
export interface VersionHead {
  readonly version: number;
  readonly publishedBy: string;
  readonly publishedAt: Date;
  readonly note: string | null;
  /** Version whose policies it brought back; null = a publication like any other. */
  readonly restoredFrom: number | null;
}

/** A version as it was kept, read. */
export interface KeptVersion extends VersionHead {
  readonly reading: VersionReading;
}

export const VERSION_HEAD = {
  version: true,
  publishedBy: true,
  publishedAt: true,
  note: true,
  restoredFrom: true,
} as const;

/** Reads versions with their texts, by number; those that do not exist are not in the map. */
export async function readVersions(
  db: Queryable,
  { id, fileName }: { readonly id: string; readonly fileName: string },
  versions: readonly number[],
): Promise<Map<number, KeptVersion>> {
  const rows = await db.workflowVersion.findMany({
    where: { workflowId: id, version: { in: [...versions] } },
    select: { ...VERSION_HEAD, text: true, sidecar: true, configs: true },
  });
  return new Map(
    rows.map(({ text, sidecar, configs, ...head }) => {
      const reading = readVersion({ text, sidecar, fileName }, configsOf(fromJsonColumn(configs)));
      return [head.version, { ...head, reading }];
    }),
  );
}

function configsOf(column: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(column).map(([nodeId, config]) => {
      if (!isJsonObject(config)) throw new Error(`the config of ${nodeId} in a kept version is no object`);
      return [nodeId, config];
    }),
  );
}

/** A workflow as it stands, with the version whose policies are to come back. */
export interface RestoreBasis {
  readonly then: KeptVersion;
  readonly now: VersionReading;
  readonly plan: RestorePlan;
  /** Drafts that people have open, by row id of their node. */
  readonly drafts: ReadonlyMap<string, { readonly by: string; readonly at: Date }>;
}

/** Reads what a restore is decided from; null when that version does not exist. `only` = one node (node_id). */
export async function restoreBasis(
  db: Queryable,
  workflow: { readonly id: string; readonly source: DefinitionText },
  version: number,
  only: string | null = null,
): Promise<RestoreBasis | null> {
  const { fileName } = workflow.source;
  const then = (await readVersions(db, { id: workflow.id, fileName }, [version])).get(version);
  if (!then) return null;
  const rows = await db.node.findMany({
    where: { workflowId: workflow.id },
    orderBy: { position: 'asc' },
    select: {
      ...{ id: true, nodeId: true, name: true, version: true, config: true, engineRetry: true },
      draft: { select: { updatedBy: true, updatedAt: true } },
    },
  });
  const nodes = rows.map((row): CurrentNode => {
    const { id: rowId, nodeId: id, name } = row;
    const config = fromJsonColumn(row.config);
    return { rowId, id, name, version: row.version, config, engineRetry: engineRetryOf(row) };
  });
  const now = readVersion(workflow.source, new Map(nodes.map(({ id, config }) => [id, config])));
  return {
    then,
    now,
    plan: planRestore(then.reading.nodes, nodes, only),
    drafts: new Map(
      rows.flatMap(({ id, draft }) => (draft ? [[id, { by: draft.updatedBy, at: draft.updatedAt }] as const] : [])),
    ),
  };
}
