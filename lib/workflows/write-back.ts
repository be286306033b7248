import type { Ctx, ReadCtx } from '@/lib/accounts/context';
import { type Db, type Queryable, type Tx, urlOf } from '@/lib/db/client';
import type { WorkflowId } from '@/lib/model/ids';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { err, type Result } from '@/lib/shared/result';
import type { RawDefinition } from '@/lib/sources/attempt';
import type { SourcePlace } from '@/lib/sources/connect';
import type { SourceFault } from '@/lib/sources/fault';
import { findSource, type KeptSource, openPlace } from '@/lib/sources/source-store';
import { factsOf } from '@/lib/sources/statements';
import type { PlatformId } from '@/lib/sources/vocabulary';
import { type WriteBackTarget, writeBack } from '@/lib/sources/write-back';
import { fromJsonColumn, type LockedWorkflow, lockWorkflow, toJsonColumn } from './store';
import { syncOne } from './sync';

/** Why a publication could not be set in the tables of its platform. Nothing was published, and drafts stay. */
export type ThereRefusal =
  /** The role that the source is read with may not write there; `grant`: the statement that would allow it, if one would. */
  | ({ readonly reason: 'source_read_only'; readonly table: string; readonly user: string } & OfSource & {
        readonly grant: string | null;
      })
  | ({ readonly reason: 'source_failed'; readonly fault: SourceFault } & OfSource)
  /** The workflow is not there any more. */
  | ({ readonly reason: 'source_gone' } & OfSource)
  /** It is being changed there right now, again and again. */
  | ({ readonly reason: 'source_moving' } & OfSource);

interface OfSource {
  /** Name of the source. */
  readonly source: string;
}

/** A publication waits for others of its workflow, and a long text takes its time. */
export const PUBLISHING = { timeout: 90_000, maxWait: 30_000 } as const;

/** How often a publication is done again on what was changed there meanwhile. */
const TRIES = 4;

/**
 * Runs a publication within a transaction that holds the workflow's lock. Where the platform's document was changed
 * underneath, that is taken in first and `work` runs again on it: it then finds what its own nodes say now.
 */
export async function publishing<T, R>(
  ctx: Ctx,
  workflowId: WorkflowId,
  work: (db: Tx, workflow: LockedWorkflow) => Promise<Result<T, R>>,
): Promise<Result<T, R | ThereRefusal | { readonly reason: 'not_found' }>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.$transaction(async (db): Promise<Result<T, R | { readonly reason: 'not_found' }>> => {
        const workflow = await lockWorkflow(db, workflowId);
        return workflow ? work(db, workflow) : err({ reason: 'not_found' });
      }, PUBLISHING);
    } catch (error) {
      if (error instanceof NotSetThere) return err(error.refusal);
      if (!(error instanceof ChangedThere)) throw error;
      const { source, definition } = error;
      if (!definition) {
        await ctx.db.sourceDefinition.updateMany({ where: { workflowId }, data: { seenAt: null } });
        return err({ reason: 'source_gone', source: source.name });
      }
      if (attempt >= TRIES) return err({ reason: 'source_moving', source: source.name });
      const taken = await syncOne(ctx.db, source.id, definition, { now: ctx.now });
      if (!taken.ok) return err(unreadable(source.name));
    }
  }
}

/**
 * Sets a workflow's new text in the tables of its platform, where it has some that are written, and keeps it here by
 * `store`, both or neither. To be called within `publishing`, which goes on from there where that is not possible.
 */
export async function setThere<T>(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  after: string,
  store: () => Promise<T>,
): Promise<T> {
  const found = after === workflow.source.text ? null : await targetOf(ctx, db, workflow);
  if (!found) return store();
  const { target, origin, source } = found;
  const set = await writeBack(target, { origin, before: workflow.source.text, after }, async (next) => {
    const stored = await store();
    await db.sourceDefinition.update({
      where: { workflowId: workflow.id },
      data: { origin: toJsonColumn(next), seenAt: ctx.now, setAt: new Date() },
    });
    return stored;
  });
  if (set.ok) return set.value;
  const { error } = set;
  if (error.reason === 'changed_there') throw new ChangedThere(source, error.definition);
  if (error.reason === 'failed')
    throw new NotSetThere({ reason: 'source_failed', source: source.name, fault: error.fault });
  throw new NotSetThere({ ...error, reason: 'source_read_only', source: source.name });
}

/** Where a publication of a workflow goes, beside our own text. */
export interface PublicationPlace {
  /** Name of the source. */
  readonly source: string;
  /** Null: tables that were named by hand. */
  readonly platform: { readonly id: PlatformId; readonly label: string } | null;
  /** `sql`: into the platform's own tables; `export`: it stays here, to be brought there as a file. */
  readonly how: 'sql' | 'export';
  /** Key below `sources.notes`: what is to be said of it when something is published. */
  readonly note: string | null;
}

/** Of the notes of platforms, those on what becomes of a publication there, or why it only stays here. */
const ON_PUBLISHING = /_(?:draft_only|cache|api_only|code|publish_there|queue_settings|attach_file)$/;

/** Where publications of this workflow go; null = nowhere but here, since it came as a file. */
export async function publicationPlace(ctx: ReadCtx, workflowId: string): Promise<PublicationPlace | null> {
  const row = await ctx.db.workflow.findUnique({ where: { id: workflowId }, select: { sourceId: true } });
  const kept = row && (await findSource(ctx.db, row.sourceId));
  if (!kept) return null;
  const { platform, label, writeBack: how, notes } = factsOf(kept.mapping);
  const note = notes.find((each) => ON_PUBLISHING.test(each)) ?? null;
  return { source: kept.name, platform: platform && label !== null ? { id: platform, label } : null, how, note };
}

interface Found {
  readonly target: WriteBackTarget;
  readonly origin: ReturnType<typeof fromJsonColumn>;
  readonly source: { readonly id: string; readonly name: string };
}

async function targetOf(ctx: Ctx, db: Queryable, { id, dialect }: LockedWorkflow): Promise<Found | null> {
  const row = await db.workflow.findUniqueOrThrow({
    where: { id },
    select: { key: true, sourceId: true, definition: { select: { origin: true } } },
  });
  const kept = await findSource(db, row.sourceId);
  // A text of ours is never a document of the platform.
  if (kept?.mapping.kind !== 'preset' || factsOf(kept.mapping).writeBack !== 'sql' || dialect === 'failpath')
    return null;
  const source = { id: kept.id, name: kept.name };
  const place = placeOf(ctx.db, kept);
  if (!place) throw new NotSetThere(unreadable(kept.name));
  const target = { place, mapping: kept.mapping, workflowId: row.key };
  return { target, origin: row.definition ? fromJsonColumn(row.definition.origin) : {}, source };
}

/** Keys are only needed for what is sealed. */
function placeOf(db: Db, kept: KeptSource): SourcePlace | null {
  if (kept.sealed === null) return { url: urlOf(db), own: true };
  const opened = openPlace(db, currentKeyring(), kept);
  return opened.ok ? opened.value : null;
}

function unreadable(source: string): ThereRefusal {
  return { reason: 'source_failed', source, fault: { code: 'address_unreadable', values: {} } };
}

/** The platform's document is another by now; our transaction goes back with it. */
class ChangedThere extends Error {
  override readonly name = 'ChangedThere';
  constructor(
    readonly source: Found['source'],
    readonly definition: RawDefinition | null,
  ) {
    super('the definition was changed in its platform');
  }
}

class NotSetThere extends Error {
  override readonly name = 'NotSetThere';
  constructor(readonly refusal: ThereRefusal) {
    super(refusal.reason);
  }
}
