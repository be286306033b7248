import { type Ctx, demand } from '@/lib/accounts/context';
import { type Db, type Queryable, type Tx, urlOf } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Keyring } from '@/lib/secrets/keyring';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { open, resealRows, type SealedRow, seal } from '@/lib/secrets/seal';
import { err, ok, type Result } from '@/lib/shared/result';
import type { SourcePlace } from './connect';
import { type SourceMapping, sourceMappingSchema } from './schema';
import { mayKeepPassword, placeUrl, readPlaceUrl, type ShownPlace } from './source-place';
import type { PlaceFields, TryPlace } from './source-schema';

/** A connected source as it is kept. */
export interface KeptSource {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly mapping: SourceMapping;
  readonly revision: number;
  readonly sealed: string | null;
  readonly place: string | null;
  readonly pausedAt: Date | null;
}

/** Why the address of another Postgres cannot be had. `sealed_unreadable`: its key is gone, or it is damaged. */
export type PlaceRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'password_needed' }
  | { readonly reason: 'sealed_unreadable' };

/** Locks a source and reads it as it is then; null when there is none, or it was taken away. */
export async function lockSource(db: Tx, id: string): Promise<KeptSource | null> {
  await db.$queryRaw`select source_id from source_mapping where source_id = ${id}::uuid for update`;
  return findSource(db, id);
}

/** A connected source; null when there is none, it is Failpath's own, or it was taken away. */
export async function findSource(db: Queryable, id: string): Promise<KeptSource | null> {
  const row = await db.sourceMapping.findFirst({
    where: { sourceId: id, removedAt: null },
    select: {
      ...{ mapping: true, revision: true, sealed: true, place: true, pausedAt: true },
      source: { select: { key: true, name: true, kind: true } },
    },
  });
  if (row === null) return null;
  const { source, mapping, ...rest } = row;
  return { id, ...source, ...rest, mapping: sourceMappingSchema.parse(mapping) };
}

/** The address of a source's Postgres; refused when what is sealed cannot be read. */
export function openPlace(
  db: Db,
  keyring: Keyring,
  { id, sealed }: Pick<KeptSource, 'id' | 'sealed'>,
): Result<SourcePlace, PlaceRefusal> {
  if (sealed === null) return ok({ url: urlOf(db), own: true });
  const opened = open(keyring, contextOf(id), sealed);
  return opened.ok ? ok({ url: opened.value, own: false }) : err({ reason: 'sealed_unreadable' });
}

/** Host, port, database, user and protection that a source is kept with; null = this database, or not readable. */
export function shownPlace(keyring: Keyring, { id, sealed }: Pick<KeptSource, 'id' | 'sealed'>): ShownPlace | null {
  return keptAddress(keyring, id, sealed)?.place ?? null;
}

/**
 * The address of a place as somebody typed it, to look there before it is kept. Of a source that is connected, the kept
 * password is used when none was typed, for the same server, user and protection only.
 */
export async function typedPlace(ctx: Ctx, { id, place }: TryPlace): Promise<Result<SourcePlace, PlaceRefusal>> {
  demand(ctx, 'source.edit');
  if (place.kind === 'own') return ok({ url: urlOf(ctx.db), own: true });
  const kept = id === null ? null : await findSource(ctx.db, id);
  if (id !== null && kept === null) return err({ reason: 'not_found' });
  const url = addressOf(currentKeyring(), kept, place);
  return url === null ? err({ reason: 'password_needed' }) : ok({ url, own: false });
}

/** What is kept of a typed place: the sealed address, or null for this database. Refuses one without a password. */
export function sealPlace(
  keyring: Keyring,
  id: string,
  kept: Pick<KeptSource, 'id' | 'sealed'> | null,
  place: PlaceFields,
): Result<string | null, PlaceRefusal> {
  if (place.kind === 'own') return ok(null);
  const url = addressOf(keyring, kept, place);
  return url === null ? err({ reason: 'password_needed' }) : ok(seal(keyring, contextOf(id), url));
}

/**
 * Seals the addresses of sources with the first key: what a rotation of keys runs before the old one is taken away.
 * Those that cannot be opened stay as they are, and are named.
 */
export async function resealSources(
  db: Db,
  keyring: Keyring,
): Promise<{ readonly resealed: number; readonly unreadable: readonly string[] }> {
  return transaction(db, async (tx) => {
    const rows = await tx.$queryRaw<SealedRow[]>`
      select source_id as id, sealed from source_mapping where sealed is not null order by source_id for update`;
    const { changed, unreadable } = resealRows(keyring, rows, contextOf);
    for (const { id, sealed } of changed)
      await tx.sourceMapping.update({ where: { sourceId: id }, data: { sealed }, select: { sourceId: true } });
    return { resealed: changed.length, unreadable };
  });
}

function addressOf(
  keyring: Keyring,
  kept: Pick<KeptSource, 'id' | 'sealed'> | null,
  place: Extract<PlaceFields, { kind: 'postgres' }>,
): string | null {
  if (place.password !== null) return placeUrl(place, place.password);
  const before = kept && keptAddress(keyring, kept.id, kept.sealed);
  return before && mayKeepPassword(before.place, place) ? placeUrl(place, before.password) : null;
}

function keptAddress(keyring: Keyring, id: string, sealed: string | null) {
  const opened = sealed === null ? null : open(keyring, contextOf(id), sealed);
  return opened?.ok ? readPlaceUrl(opened.value) : null;
}

function contextOf(id: string): string {
  return `source_mapping:${id}`;
}
