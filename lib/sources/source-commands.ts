import { randomUUID } from 'node:crypto';
import { type Ctx, demand } from '@/lib/accounts/context';
import type { AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { wake } from '@/lib/queue/queue';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { DAY_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { type Rereading, rereadingAfter } from './mapping-change';
import type { SourceMapping } from './schema';
import { freeKey } from './source-key';
import { isSamePlace, placeLabel, type ShownPlace } from './source-place';
import type { ChangeSource, ConnectSource, PlaceFields, RecountId, SourceId } from './source-schema';
import { type KeptSource, lockSource, type PlaceRefusal, sealPlace, shownPlace } from './source-store';
import { statusesOf } from './statements';

export type SourceRefusal =
  | PlaceRefusal
  | { readonly reason: 'name_taken' }
  /** Somebody else changed it meanwhile; what stands there now is shown beside. */
  | { readonly reason: 'conflict'; readonly revision: number }
  /** There is no first count under way, or none that was cancelled. */
  | { readonly reason: 'not_counting' }
  | { readonly reason: 'not_cancelled' }
  | RecountRefusal;

export type RecountRefusal =
  | { readonly reason: 'not_found' }
  /** A recount was asked for already, and has not ended. */
  | { readonly reason: 'recount_open'; readonly recountId: string }
  /** It has ended, or there is none. */
  | { readonly reason: 'recount_ended' };

/**
 * Connects a source: its address is sealed for its row, and a worker begins to count. Failures from before now wake
 * nobody. Refuses a name that is taken and another Postgres without a password.
 */
export async function connectSource(
  ctx: Ctx,
  { name, place, mapping }: ConnectSource,
): Promise<Result<{ id: string }, SourceRefusal>> {
  demand(ctx, 'source.edit');
  const connected = await transaction(ctx.db, async (db): Promise<Result<{ id: string }, SourceRefusal>> => {
    const id = randomUUID();
    const sealed = sealPlace(currentKeyring(), id, null, place);
    if (!sealed.ok) return sealed;
    if (await isTaken(db, id, name)) return err({ reason: 'name_taken' });
    const key = freeKey(name, await keysOf(db));
    const kind = kindOf(mapping);
    await db.source.create({
      data: { id, key, name, kind, alertsFrom: ctx.now, createdAt: ctx.now },
      select: { id: true },
    });
    const by = { createdBy: ctx.actor.name, createdAt: ctx.now, updatedBy: ctx.actor.name, updatedAt: ctx.now };
    await db.sourceMapping.create({
      data: { sourceId: id, mapping: toColumn(mapping), sealed: sealed.value, place: placeLabel(place), ...by },
      select: { sourceId: true },
    });
    const countFrom = countingFrom(ctx, mapping);
    await db.sourceReading.create({
      data: { sourceId: id, countFrom, countTo: ctx.now, nextAt: ctx.now },
      select: { sourceId: true },
    });
    const after = { key, ...content({ name, place: placeLabel(place), mapping }) };
    await record(ctx, db, { action: 'source.connect', subject: subjectOf({ id, name }), after });
    return ok({ id });
  });
  if (connected.ok) await wake(ctx.db, 'read');
  return connected;
}

/**
 * Changes name, place and mapping of a source. Where rows mean something else now, all is read again, and a recount
 * takes away what is no more so; where status values got a meaning, from where they were first seen. Who reads it
 * meanwhile stops. Refuses a revision that is not the one that stands.
 */
export async function changeSource(ctx: Ctx, input: ChangeSource): Promise<Result<{ id: string }, SourceRefusal>> {
  demand(ctx, 'source.edit');
  const changed = await transaction(ctx.db, async (db): Promise<Result<{ id: string }, SourceRefusal>> => {
    const { id, name, place, mapping, revision } = input;
    const before = await lockSource(db, id);
    if (before === null) return err({ reason: 'not_found' });
    if (before.revision !== revision) return err({ reason: 'conflict', revision: before.revision });
    if (await isTaken(db, id, name)) return err({ reason: 'name_taken' });
    const keyring = currentKeyring();
    const sealed = sealPlace(keyring, id, before, place);
    if (!sealed.ok) return sealed;
    await db.source.update({ where: { id }, data: { name, kind: kindOf(mapping) }, select: { id: true } });
    const by = { updatedBy: ctx.actor.name, updatedAt: ctx.now };
    const data = { mapping: toColumn(mapping), sealed: sealed.value, place: placeLabel(place), ...by };
    await db.sourceMapping.update({
      where: { sourceId: id },
      data: { ...data, revision: { increment: 1 }, role: null },
      select: { sourceId: true },
    });
    const same = before.sealed === null ? place.kind === 'own' : isSamePlace(shownPlace(keyring, before), shown(place));
    await readAgain(ctx, db, { id, mapping }, rereadingAfter(meant(before.mapping), meant(mapping), same));
    await record(ctx, db, {
      action: 'source.update',
      subject: subjectOf({ id, name }),
      before: content(before),
      after: { ...content({ name, place: placeLabel(place), mapping }), ...replacedPassword(place) },
    });
    return ok({ id });
  });
  if (changed.ok) await wake(ctx.db, 'read');
  return changed;
}

/** Stops reading a source until somebody resumes it; what was read stays. One that rests already is left so. */
export async function pauseSource(ctx: Ctx, { id }: SourceId): Promise<Result<null, SourceRefusal>> {
  demand(ctx, 'source.edit');
  return transaction(ctx.db, async (db) => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    if (source.pausedAt !== null) return ok(null);
    await db.sourceMapping.update({ where: { sourceId: id }, data: { pausedAt: ctx.now }, select: { sourceId: true } });
    await stopReading(db, id, {});
    await record(ctx, db, { action: 'source.pause', subject: subjectOf(source) });
    return ok(null);
  });
}

/** Reads a paused source again, from where it was left. */
export async function resumeSource(ctx: Ctx, { id }: SourceId): Promise<Result<null, SourceRefusal>> {
  demand(ctx, 'source.edit');
  const resumed = await transaction(ctx.db, async (db): Promise<Result<null, SourceRefusal>> => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    if (source.pausedAt === null) return ok(null);
    await db.sourceMapping.update({ where: { sourceId: id }, data: { pausedAt: null }, select: { sourceId: true } });
    await stopReading(db, id, { nextAt: ctx.now, failures: 0 });
    await record(ctx, db, { action: 'source.resume', subject: subjectOf(source) });
    return ok(null);
  });
  if (resumed.ok) await wake(ctx.db, 'read');
  return resumed;
}

/** Stops a first count; what was counted stays, and nothing is followed until somebody goes on with it. */
export async function cancelCount(ctx: Ctx, { id }: SourceId): Promise<Result<null, SourceRefusal>> {
  demand(ctx, 'source.edit');
  return turnCount(ctx, id, { from: 'first_count', to: 'cancelled', otherwise: 'not_counting' });
}

/** Goes on with a first count that was cancelled, from where it was left. */
export async function resumeCount(ctx: Ctx, { id }: SourceId): Promise<Result<null, SourceRefusal>> {
  demand(ctx, 'source.edit');
  const resumed = await turnCount(ctx, id, { from: 'cancelled', to: 'first_count', otherwise: 'not_cancelled' });
  if (resumed.ok) await wake(ctx.db, 'read');
  return resumed;
}

/** Asks for a source to be counted again from the platform's own rows. Refused while another recount is open. */
export async function askRecount(ctx: Ctx, { id }: SourceId): Promise<Result<{ recountId: string }, RecountRefusal>> {
  demand(ctx, 'source.edit');
  const asked = await transaction(ctx.db, async (db): Promise<Result<{ recountId: string }, RecountRefusal>> => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    const open = await openRecount(db, id);
    if (open !== null) return err({ reason: 'recount_open', recountId: open });
    const recountId = await addRecount(ctx, db, id);
    await db.sourceReading.updateMany({ where: { sourceId: id, failures: 0 }, data: { nextAt: ctx.now } });
    await record(ctx, db, { action: 'source.recount', subject: subjectOf(source) });
    return ok({ recountId });
  });
  if (asked.ok) await wake(ctx.db, 'read');
  return asked;
}

/** Stops a recount; what it has mended stays so. */
export async function cancelRecount(ctx: Ctx, { id, recountId }: RecountId): Promise<Result<null, RecountRefusal>> {
  demand(ctx, 'source.edit');
  return transaction(ctx.db, async (db) => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    if ((await openRecount(db, id)) !== recountId) return err({ reason: 'recount_ended' });
    await endRecounts(ctx, db, id);
    await stopReading(db, id, {});
    await record(ctx, db, { action: 'source.cancel_recount', subject: subjectOf(source) });
    return ok(null);
  });
}

/**
 * Takes a source away with its workflows and their policies; its address is forgotten at once, and what was read from it
 * is deleted by a worker. Hand-offs stay; nobody is told of anything of it any more.
 */
export async function removeSource(ctx: Ctx, { id }: SourceId): Promise<Result<null, SourceRefusal>> {
  demand(ctx, 'source.edit');
  const removed = await transaction(ctx.db, async (db): Promise<Result<null, SourceRefusal>> => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    await db.sourceMapping.update({
      where: { sourceId: id },
      data: { sealed: null, removedAt: ctx.now },
      select: { sourceId: true },
    });
    await stopReading(db, id, { nextAt: ctx.now });
    const { count: workflows } = await db.workflow.deleteMany({ where: { sourceId: id } });
    await db.awaitedAttempt.deleteMany({ where: { sourceId: id } });
    // Its key is free for another one; no alert goes out for what is left.
    const data = { key: `${source.key}~${id}`, alertsFrom: null };
    await db.source.update({ where: { id }, data, select: { id: true } });
    const before = { ...content(source), workflows };
    await record(ctx, db, { action: 'source.remove', subject: subjectOf(source), before });
    return ok(null);
  });
  if (removed.ok) await wake(ctx.db, 'read');
  return removed;
}

interface CountTurn {
  readonly from: 'first_count' | 'cancelled';
  readonly to: 'first_count' | 'cancelled';
  readonly otherwise: 'not_counting' | 'not_cancelled';
}

async function turnCount(ctx: Ctx, id: string, turn: CountTurn): Promise<Result<null, SourceRefusal>> {
  const action = turn.to === 'cancelled' ? 'source.cancel_count' : 'source.resume_count';
  return transaction(ctx.db, async (db) => {
    const source = await lockSource(db, id);
    if (source === null) return err({ reason: 'not_found' });
    const { count } = await db.sourceReading.updateMany({
      where: { sourceId: id, phase: turn.from },
      data: { phase: turn.to, leaseId: null, leaseUntil: null, nextAt: ctx.now },
    });
    if (count === 0) return err({ reason: turn.otherwise });
    await record(ctx, db, { action, subject: subjectOf(source) });
    return ok(null);
  });
}

/** Takes the lease away: whoever reads finds it gone with the next batch, and nothing of that is kept. */
async function stopReading(db: Tx, id: string, more: Prisma.SourceReadingUpdateInput): Promise<void> {
  await db.sourceReading.update({
    where: { sourceId: id },
    data: { leaseId: null, leaseUntil: null, ...more },
    select: { sourceId: true },
  });
}

async function readAgain(
  ctx: Ctx,
  db: Tx,
  { id, mapping }: { readonly id: string; readonly mapping: SourceMapping },
  rereading: Rereading,
): Promise<void> {
  const soon = { nextAt: ctx.now, failures: 0 };
  switch (rereading.kind) {
    case 'nothing':
      return stopReading(db, id, soon);
    case 'statuses': {
      const where = { sourceId: id, kind: 'status', value: { in: [...rereading.values] } };
      const { _min: first } = await db.sourceUnknown.aggregate({ where, _min: { firstSeen: true } });
      await db.sourceUnknown.deleteMany({ where });
      await stopReading(db, id, soon);
      if (first.firstSeen === null) return;
      await db.sourceReading.updateMany({
        where: { sourceId: id, readTo: { gt: first.firstSeen } },
        data: { readTo: first.firstSeen },
      });
      return;
    }
    case 'further_back':
      return countAgain(ctx, db, id, mapping);
    case 'everything':
      await countAgain(ctx, db, id, mapping);
      await db.sourceUnknown.deleteMany({ where: { sourceId: id } });
      await endRecounts(ctx, db, id);
      await addRecount(ctx, db, id);
  }
}

async function countAgain(ctx: Ctx, db: Tx, id: string, mapping: SourceMapping): Promise<void> {
  const from = { readTo: null, countFrom: countingFrom(ctx, mapping), countTo: ctx.now, rows: 0, definitionsAt: null };
  await stopReading(db, id, { phase: 'first_count', ...from, nextAt: ctx.now, failures: 0 });
}

async function openRecount(db: Tx, sourceId: string): Promise<string | null> {
  const where = { sourceId, state: { in: ['asked', 'running'] } };
  return (await db.sourceRecount.findFirst({ where, select: { id: true } }))?.id ?? null;
}

async function addRecount(ctx: Ctx, db: Tx, sourceId: string): Promise<string> {
  const data = { sourceId, askedBy: ctx.actor.name, createdAt: ctx.now };
  return (await db.sourceRecount.create({ data, select: { id: true } })).id;
}

async function endRecounts(ctx: Ctx, db: Tx, sourceId: string): Promise<void> {
  await db.sourceRecount.updateMany({
    where: { sourceId, state: { in: ['asked', 'running'] } },
    data: { state: 'cancelled', endedAt: ctx.now },
  });
}

/** Names are told apart by people: those of sources that are there. */
async function isTaken(db: Tx, id: string, name: string): Promise<boolean> {
  const standing = { OR: [{ mapping: null }, { mapping: { removedAt: null } }] };
  const taken = await db.source.findFirst({ where: { name, id: { not: id }, ...standing }, select: { id: true } });
  return taken !== null;
}

async function keysOf(db: Tx): Promise<ReadonlySet<string>> {
  return new Set((await db.source.findMany({ select: { key: true } })).map(({ key }) => key));
}

function countingFrom({ now }: Ctx, { firstDays }: SourceMapping): Date {
  return new Date(now.getTime() - firstDays * DAY_MS);
}

function meant(mapping: SourceMapping) {
  return { mapping, statuses: statusesOf(mapping) };
}

function kindOf(mapping: SourceMapping): string {
  return mapping.kind === 'preset' ? mapping.platform : 'tables';
}

function shown(place: PlaceFields): ShownPlace | null {
  return place.kind === 'own' ? null : place;
}

function replacedPassword(place: PlaceFields) {
  return place.kind === 'postgres' && place.password !== null ? { replaced: ['password'] } : {};
}

function subjectOf({ id, name }: Pick<KeptSource, 'id' | 'name'>): AuditSubject {
  return { kind: 'source', id, name };
}

function toColumn(mapping: SourceMapping): Prisma.InputJsonValue {
  const json: Prisma.InputJsonValue = JSON.parse(JSON.stringify(mapping));
  return json;
}

/** A source as the audit tells of it: never its address with the password. */
function content({ name, place, mapping }: Pick<KeptSource, 'name' | 'place' | 'mapping'>) {
  return { name, place, mapping: JSON.parse(JSON.stringify(mapping)) };
}
