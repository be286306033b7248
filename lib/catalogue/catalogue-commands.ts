import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { currentEntries } from './catalogue-queries';
import { type CatalogueEntry, type EntryInput, type EntryProblem, entryKey, judgeEntry, stillMeant } from './entry';
import type { EntryChange, entryRemovalSchema } from './entry-schema';

export type EntryRefusal =
  | EntryProblem
  | { readonly reason: 'not_found' }
  /** Somebody else changed it meanwhile: what it says now. */
  | { readonly reason: 'conflict'; readonly current: CatalogueEntry };

export interface WrittenEntry {
  readonly id: string;
  readonly revision: number;
}

/**
 * Says what a code means everywhere (`domain.md`, Classification: "each row has a source; people may extend it"): from
 * now on it decides on every node where no rule and no list of the node's own does.
 */
export async function addCatalogueEntry(ctx: Ctx, input: EntryInput): Promise<Result<WrittenEntry, EntryRefusal>> {
  demand(ctx, 'catalogue.edit');
  return transaction(ctx.db, async (db) => {
    const judged = judgeEntry(input, await lockedEntries(db), null);
    if ('problem' in judged) return err(judged.problem);
    const entry = { id: randomUUID(), revision: 1, since: ctx.now };
    await insert(ctx, db, { ...entry, ...judged.entry });
    const subject = { kind: 'catalogue_entry', id: entry.id, name: judged.entry.code } as const;
    await record(ctx, db, { action: 'catalogue.add', subject, after: content(judged.entry) });
    return ok({ id: entry.id, revision: 1 });
  });
}

/** Changes what an entry says, from now on: what held before stays known. The same again changes nothing. */
export async function changeCatalogueEntry(ctx: Ctx, input: EntryChange): Promise<Result<WrittenEntry, EntryRefusal>> {
  demand(ctx, 'catalogue.edit');
  return transaction(ctx.db, async (db): Promise<Result<WrittenEntry, EntryRefusal>> => {
    const { before, others, refusal } = found(await lockedEntries(db), input);
    if (refusal) return err(refusal);
    const judged = judgeEntry(input, others, before);
    if ('problem' in judged) return err(judged.problem);
    const { id, revision } = before;
    if (isSame(judged.entry, before)) return ok({ id, revision });
    const since = laterOf(ctx.now, before.since);
    await end(db, before, since);
    await insert(ctx, db, { id, revision: revision + 1, since, ...judged.entry });
    const subject = { kind: 'catalogue_entry', id, name: judged.entry.code } as const;
    const both = { before: content(before), after: content(judged.entry) };
    await record(ctx, db, { action: 'catalogue.change', subject, ...both });
    return ok({ id, revision: revision + 1 });
  });
}

/** Takes an entry away, from now on. Refuses one that other spellings lead to. */
export async function removeCatalogueEntry(
  ctx: Ctx,
  input: z.infer<typeof entryRemovalSchema>,
): Promise<Result<null, EntryRefusal>> {
  demand(ctx, 'catalogue.edit');
  return transaction(ctx.db, async (db): Promise<Result<null, EntryRefusal>> => {
    const { before, others, refusal } = found(await lockedEntries(db), input);
    if (refusal) return err(refusal);
    const problem = stillMeant(before, others);
    if (problem) return err(problem);
    await end(db, before, laterOf(ctx.now, before.since));
    const subject = { kind: 'catalogue_entry', id: before.id, name: before.code } as const;
    await record(ctx, db, { action: 'catalogue.remove', subject, before: content(before) });
    return ok(null);
  });
}

/** All entries that hold, which nobody changes until the transaction ends: each is judged against all others. */
async function lockedEntries(db: Tx): Promise<CatalogueEntry[]> {
  await db.$queryRaw`select version from catalogue_state for update`;
  return currentEntries(db);
}

type Found =
  | { readonly before: CatalogueEntry; readonly others: readonly CatalogueEntry[]; readonly refusal: null }
  | { readonly before: null; readonly others: readonly CatalogueEntry[]; readonly refusal: EntryRefusal };

function found(entries: readonly CatalogueEntry[], { id, revision }: WrittenEntry): Found {
  const others = entries.filter((entry) => entry.id !== id);
  const before = entries.find((entry) => entry.id === id);
  if (!before) return { before: null, others, refusal: { reason: 'not_found' } };
  if (before.revision !== revision) return { before: null, others, refusal: { reason: 'conflict', current: before } };
  return { before, others, refusal: null };
}

async function insert(
  { actor }: Ctx,
  db: Tx,
  entry: EntryInput & { readonly id: string; readonly revision: number; readonly since: Date },
): Promise<void> {
  const { id, revision, since, code, class: failureClass, means, source } = entry;
  await db.catalogueEntry.create({
    data: {
      ...{ id, revision, since, code, class: failureClass, means, source },
      ...{ key: entryKey(code), writtenBy: actor.name },
    },
    select: { id: true },
  });
}

async function end(db: Tx, { id, revision }: WrittenEntry, until: Date): Promise<void> {
  await db.catalogueEntry.update({ where: { id_revision: { id, revision } }, data: { until }, select: { id: true } });
}

/** The clock of another process may be ahead: what holds never ends before it began. */
function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function isSame(a: EntryInput, b: EntryInput): boolean {
  return a.code === b.code && a.class === b.class && a.means === b.means && a.source === b.source;
}

/** An entry as the audit tells of it. */
function content({ code, class: failureClass, means, source }: EntryInput): JsonObject {
  return { code, ...(means === null ? { class: failureClass } : { means }), source };
}
