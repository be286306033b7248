import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { can } from '@/lib/accounts/permissions';
import type { Prisma } from '@/lib/db/generated/client';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { presetById } from './presets/registry';
import { type SourceMapping, sourceMappingSchema } from './schema';
import type { ShownPlace } from './source-place';
import {
  type CountProgress,
  type Difference,
  type ReadingFailure,
  type Recount,
  type SourceListItem,
  type SourceNotes,
  shareOf,
  stateOf,
  type UnknownValue,
} from './source-state';
import { shownPlace } from './source-store';
import { factsOf } from './statements';
import { DIFFERENCE_KINDS, READING_PHASES, RECOUNT_STATES, UNKNOWN_KINDS } from './vocabulary';

/** A workflow of a source. */
export interface SourceWorkflow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly nodes: number;
  /** When its definition was last seen there; null = it is there no more, or only runs name it. */
  readonly seenAt: Date | null;
}

/** Everything of one connected source. */
export interface SourceDetail extends SourceListItem, Omit<SourceNotes, 'id' | 'name' | 'platform' | 'state' | 'asOf'> {
  readonly mapping: SourceMapping;
  readonly revision: number;
  /** Of another Postgres, for whom may change it: all but the password; null for everybody else and for this database. */
  readonly shown: ShownPlace | null;
  /** What the role may do there, when it was last looked at: read_only, writes or superuser. */
  readonly role: string | null;
  readonly alertsFrom: Date | null;
  readonly connectedBy: string;
  readonly connectedAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly pausedAt: Date | null;
  readonly definitionsAt: Date | null;
  readonly nextAt: Date;
  readonly unknowns: readonly UnknownValue[];
  /** Newest first, at most ten. */
  readonly recounts: readonly Recount[];
  /** By name, at most a hundred; `workflows` says how many there are. */
  readonly firstWorkflows: readonly SourceWorkflow[];
}

const MOST_UNKNOWNS = 200;
const MOST_RECOUNTS = 10;
const MOST_WORKFLOWS = 100;

/** The connected sources, by name; Failpath's own is not among them. */
export async function listSources(ctx: ReadCtx): Promise<SourceListItem[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.sourceMapping.findMany({
    where: { removedAt: null },
    orderBy: [{ source: { name: 'asc' } }, { sourceId: 'asc' }],
    select: LISTED,
  });
  const ids = rows.map(({ sourceId }) => sourceId);
  const unknowns = await ctx.db.sourceUnknown.groupBy({
    by: ['sourceId'],
    where: { sourceId: { in: ids } },
    _count: true,
    _sum: { rows: true },
  });
  const unknownOf = new Map(unknowns.map((each) => [each.sourceId, each]));
  return rows.map((row) => {
    const unknown = unknownOf.get(row.sourceId);
    return itemOf(row, { values: unknown?._count ?? 0, rows: Number(unknown?._sum.rows ?? 0) });
  });
}

/** One connected source; null when there is none, or it was taken away. */
export async function sourceDetail(ctx: ReadCtx, id: string): Promise<SourceDetail | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.sourceMapping.findFirst({
    where: { sourceId: id, removedAt: null },
    select: { ...LISTED, ...DETAILED },
  });
  if (row === null) return null;
  const total = await ctx.db.sourceUnknown.aggregate({ where: { sourceId: id }, _count: true, _sum: { rows: true } });
  const item = itemOf(row, { values: total._count, rows: Number(total._sum.rows ?? 0) });
  const mapping = sourceMappingSchema.parse(row.mapping);
  return {
    ...item,
    ...notesOf(mapping),
    countedFrom: row.reading?.countFrom ?? null,
    mapping,
    revision: row.revision,
    shown: can(ctx.actor, 'source.edit') ? shownPlace(currentKeyring(), { id, sealed: row.sealed }) : null,
    role: row.role,
    alertsFrom: row.source.alertsFrom,
    connectedBy: row.createdBy,
    connectedAt: row.createdAt,
    changedBy: row.updatedBy,
    changedAt: row.updatedAt,
    pausedAt: row.pausedAt,
    definitionsAt: row.reading?.definitionsAt ?? null,
    nextAt: row.reading?.nextAt ?? row.createdAt,
    unknowns: row.unknowns.map((each) => ({
      ...each,
      kind: z.enum(UNKNOWN_KINDS).parse(each.kind),
      rows: Number(each.rows),
    })),
    recounts: row.recounts.map(recountOf),
    firstWorkflows: await firstWorkflows(ctx, id),
  };
}

/** What is to be said where numbers of this source are shown; null for Failpath's own, which has nothing to say. */
export async function sourceNotes(ctx: ReadCtx, sourceId: string): Promise<SourceNotes | null> {
  demand(ctx, 'read');
  return (await notesOfSources(ctx, { sourceId }))[0] ?? null;
}

/** The same for all connected sources, by name: where numbers of several stand together. */
export async function allSourceNotes(ctx: ReadCtx): Promise<SourceNotes[]> {
  demand(ctx, 'read');
  return notesOfSources(ctx, {});
}

/** A recount as it stands; null when this source has none of that id. */
export async function sourceRecount(ctx: ReadCtx, sourceId: string, recountId: string): Promise<Recount | null> {
  demand(ctx, 'read');
  const row = await ctx.db.sourceRecount.findFirst({
    where: { id: recountId, sourceId, mapping: { removedAt: null } },
    select: RECOUNT,
  });
  return row && recountOf(row);
}

async function firstWorkflows({ db }: ReadCtx, sourceId: string): Promise<SourceWorkflow[]> {
  const workflows = await db.workflow.findMany({
    where: { sourceId },
    take: MOST_WORKFLOWS,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      ...{ id: true, key: true, name: true },
      _count: { select: { nodes: true } },
      definition: { select: { seenAt: true } },
    },
  });
  return workflows.map(({ _count, definition, ...each }) => ({
    ...each,
    nodes: _count.nodes,
    seenAt: definition?.seenAt ?? null,
  }));
}

async function notesOfSources(ctx: ReadCtx, where: { readonly sourceId?: string }): Promise<SourceNotes[]> {
  const rows = await ctx.db.sourceMapping.findMany({
    where: { ...where, removedAt: null },
    orderBy: [{ source: { name: 'asc' } }, { sourceId: 'asc' }],
    select: {
      ...{ sourceId: true, mapping: true, pausedAt: true },
      source: { select: { name: true } },
      reading: { select: { phase: true, readTo: true, asOf: true, failures: true, countFrom: true } },
    },
  });
  const unknowns = await ctx.db.sourceUnknown.groupBy({ by: ['sourceId'], where, _sum: { rows: true } });
  const unknownOf = new Map(unknowns.map((each) => [each.sourceId, Number(each._sum.rows ?? 0)]));
  return rows.map(({ sourceId, source, mapping, pausedAt, reading }) => {
    const read = sourceMappingSchema.parse(mapping);
    return {
      id: sourceId,
      name: source.name,
      platform: platformOf(read),
      state: stateOf({ ...phaseOf(reading), pausedAt }),
      asOf: reading?.asOf ?? null,
      countedFrom: reading?.countFrom ?? null,
      unknownRows: unknownOf.get(sourceId) ?? 0,
      ...notesOf(read),
    };
  });
}

const READING = {
  ...{ phase: true, readTo: true, asOf: true, countFrom: true, countTo: true, rows: true, definitionsAt: true },
  ...{ failure: true, failedAt: true, failures: true, nextAt: true },
} satisfies Prisma.SourceReadingSelect;

const LISTED = {
  ...{ sourceId: true, mapping: true, place: true, pausedAt: true },
  source: {
    select: {
      ...{ key: true, name: true, kind: true, alertsFrom: true },
      _count: { select: { workflows: true } },
    },
  },
  reading: { select: READING },
} satisfies Prisma.SourceMappingSelect;

const RECOUNT = {
  ...{ id: true, state: true, askedBy: true, createdAt: true, endedAt: true, countFrom: true, countTo: true },
  ...{ readTo: true, rows: true, added: true, changed: true, gone: true, kept: true, differences: true },
} satisfies Prisma.SourceRecountSelect;

const DETAILED = {
  ...{ revision: true, sealed: true, role: true, createdBy: true, createdAt: true, updatedBy: true, updatedAt: true },
  unknowns: {
    take: MOST_UNKNOWNS,
    orderBy: [{ rows: 'desc' }, { kind: 'asc' }, { value: 'asc' }],
    select: { kind: true, value: true, rows: true, firstSeen: true, lastSeen: true },
  },
  recounts: { take: MOST_RECOUNTS, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], select: RECOUNT },
} satisfies Prisma.SourceMappingSelect;

interface ReadingRow {
  readonly phase: string;
  readonly readTo: Date | null;
  readonly asOf: Date | null;
  readonly countFrom: Date | null;
  readonly countTo: Date | null;
  readonly rows: bigint;
  readonly failure: unknown;
  readonly failedAt: Date | null;
  readonly failures: number;
  readonly nextAt: Date;
}

interface ListedRow {
  readonly sourceId: string;
  readonly mapping: unknown;
  readonly place: string | null;
  readonly pausedAt: Date | null;
  readonly source: {
    readonly key: string;
    readonly name: string;
    readonly kind: string;
    readonly _count: { readonly workflows: number };
  };
  readonly reading: ReadingRow | null;
}

function itemOf(
  { sourceId, mapping, place, pausedAt, source, reading }: ListedRow,
  unknown: { readonly values: number; readonly rows: number },
): SourceListItem {
  const { key, name, kind, _count } = source;
  return {
    ...{ id: sourceId, key, name, kind, place },
    platform: platformOf(sourceMappingSchema.parse(mapping)),
    state: stateOf({ ...phaseOf(reading), pausedAt }),
    asOf: reading?.asOf ?? null,
    progress: reading && firstCountOf(reading),
    failure: reading && failureOf(reading),
    unknownValues: unknown.values,
    unknownRows: unknown.rows,
    workflows: _count.workflows,
  };
}

function phaseOf(reading: Pick<ReadingRow, 'phase' | 'failures' | 'readTo'> | null) {
  const phase = z.enum(READING_PHASES).parse(reading?.phase ?? 'first_count');
  return { phase, failures: reading?.failures ?? 0, readTo: reading?.readTo ?? null };
}

function firstCountOf({ phase, countFrom, countTo, readTo, rows }: ReadingRow): CountProgress | null {
  return phase === 'following' ? null : progressOf({ countFrom, countTo, readTo, rows });
}

function progressOf({
  countFrom,
  countTo,
  readTo,
  rows,
}: Pick<ReadingRow, 'countFrom' | 'countTo' | 'readTo' | 'rows'>): CountProgress | null {
  if (countFrom === null || countTo === null) return null;
  return { from: countFrom, to: countTo, readTo, rows: Number(rows), share: shareOf(countFrom, countTo, readTo) };
}

const failureSchema = z.object({ code: z.string(), values: z.record(z.string(), z.string()) });

function failureOf({ failure, failedAt, failures, nextAt }: ReadingRow): ReadingFailure | null {
  if (failure === null || failedAt === null) return null;
  return { ...failureSchema.parse(failure), at: failedAt, times: failures, nextAt };
}

const differingRowSchema = z.object({ status: z.string(), errorCode: z.string().nullable(), occurredAt: z.string() });
const differencesSchema: z.ZodType<readonly Difference[]> = z.array(
  z.object({
    kind: z.enum(DIFFERENCE_KINDS),
    ...{ workflowId: z.string(), nodeId: z.string(), runId: z.string(), subIndex: z.string(), attempt: z.int() },
    before: differingRowSchema.nullable(),
    after: differingRowSchema.nullable(),
  }),
);

interface RecountRow extends Pick<ReadingRow, 'countFrom' | 'countTo' | 'readTo' | 'rows'> {
  readonly id: string;
  readonly state: string;
  readonly askedBy: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly added: bigint;
  readonly changed: bigint;
  readonly gone: bigint;
  readonly kept: bigint;
  readonly differences: unknown;
}

function recountOf(row: RecountRow): Recount {
  const { id, state, askedBy, createdAt, endedAt } = row;
  return {
    ...{ id, askedBy, createdAt, endedAt },
    state: z.enum(RECOUNT_STATES).parse(state),
    progress: progressOf(row),
    added: Number(row.added),
    changed: Number(row.changed),
    gone: Number(row.gone),
    kept: Number(row.kept),
    differences: differencesSchema.parse(row.differences),
  };
}

function platformOf(mapping: SourceMapping): string | null {
  return mapping.kind === 'preset' ? presetById(mapping.platform).label : null;
}

function notesOf(mapping: SourceMapping): Pick<SourceNotes, 'retentionDays' | 'retries' | 'notes' | 'writeBack'> {
  const { retentionDays, retries, notes, writeBack } = factsOf(mapping);
  return { retentionDays, retries, notes, writeBack };
}
