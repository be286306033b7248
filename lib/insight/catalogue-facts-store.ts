import { z } from 'zod';
import { currentEntries } from '@/lib/catalogue/catalogue-queries';
import { type EntryInput, extraOf } from '@/lib/catalogue/entry';
import type { Db, Queryable, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { type CatalogueExtra, canonicalToken, compact } from '@/lib/policy/catalogue';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import { touches } from './catalogue-effect';
import { NAMES_KEY_SQL } from './catalogue-effect-queries';

/** True while what lists keep is worked out by the catalogue as it is. */
export const CATALOGUE_APPLIED_SQL = Prisma.sql`(select version = applied from catalogue_state)`;

/** The catalogue that what lists keep is worked out by, and its number: whoever writes by another one writes nothing. */
export interface AppliedCatalogue {
  readonly version: number;
  readonly extra: CatalogueExtra;
}

/**
 * Brings what lists keep of nodes up to the catalogue as it is: forgets the codes that it says something else of, and
 * nodes whose own rules name them, to be worked out again. Under the lock of the one row that says by which catalogue they
 * are made: whoever still writes by the older one is waited for, and finds nothing to write afterwards.
 */
export async function applyCatalogue(db: Db): Promise<AppliedCatalogue> {
  const state = await readState(db);
  if (state.version === state.applied) return { version: state.applied, extra: extraOf(state.entries) };
  return transaction(db, async (tx) => {
    await tx.$queryRaw`select version from catalogue_state for update`;
    const { version, applied, entries: before } = await readState(tx);
    if (version === applied) return { version, extra: extraOf(before) };
    const after = entriesOf(await currentEntries(tx));
    await forget(tx, before, after);
    await tx.$executeRaw`
      update catalogue_state set applied = version, applied_entries = ${JSON.stringify(after)}::jsonb`;
    return { version, extra: extraOf(after) };
  });
}

/**
 * Holds the catalogue that lists are made by until the transaction ends; before anything else, since whoever brings them
 * up to a newer one begins with this lock too. False: somebody has done so already.
 */
export async function holdApplied(tx: Tx, { version }: AppliedCatalogue): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select one from catalogue_state where applied = ${version} for share`;
  return rows.length > 0;
}

const stateSchema = z.object({
  version: z.int(),
  applied: z.int(),
  entries: z.array(
    z.object({
      code: z.string(),
      class: z.enum(FAILURE_CLASSES).nullable(),
      means: z.string().nullable(),
      source: z.string(),
    }),
  ),
});

async function readState(db: Queryable): Promise<z.infer<typeof stateSchema>> {
  const [row] = await db.$queryRaw<unknown[]>`
    select version, applied, applied_entries as entries from catalogue_state`;
  return stateSchema.parse(row);
}

function entriesOf(entries: readonly EntryInput[]): EntryInput[] {
  return entries.map(({ code, class: decided, means, source }) => ({ code, class: decided, means, source }));
}

async function forget(tx: Tx, before: readonly EntryInput[], after: readonly EntryInput[]): Promise<void> {
  const said = new Set(before.map(nameOf));
  const says = new Set(after.map(nameOf));
  const changed = [
    ...before.filter((entry) => !says.has(nameOf(entry))),
    ...after.filter((entry) => !said.has(nameOf(entry))),
  ];
  const keys = [...new Set(changed.flatMap(({ code }) => [compact(code), compact(canonicalToken(code))]))];
  const touched = touches({ before: extraOf(before), after: extraOf(after) });
  const known = await tx.$queryRaw<
    { key: string }[]
  >`select distinct code_key as key from node_code where code_key <> ''`;
  const codes = known.flatMap(({ key }) => (touched(key.slice(1)) ? [key] : []));
  await tx.$executeRaw`delete from node_code where code_key = any(${codes}::text[])`;
  // Its codes go with it when it is worked out again; the row stays for what else stands in it.
  await tx.$executeRaw`
    update node_facts f set facts_version = 0 from node n
    where n.id = f.node_row_id and ${NAMES_KEY_SQL(keys)}`;
}

/** Who says so makes no difference to what is kept. */
function nameOf({ code, class: decided, means }: EntryInput): string {
  return JSON.stringify([code, decided, means]);
}
