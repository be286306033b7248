import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';

/** `collate …` clauses; empty where this server has none that fits. */
export interface Collations {
  /** Names in the order that readers of the language expect. */
  readonly names: Prisma.Sql;
  /** To fold case as `lib/insight/search.ts` does, whatever the database's own locale. */
  readonly folding: Prisma.Sql;
}

/** The best orders of names that this server has: with numbers as numbers, as the language has it, any. */
export async function collations(db: Queryable, locale: string): Promise<Collations> {
  const language = locale.startsWith('zh') ? 'zh' : 'en';
  const wanted = [`names_${language}`, `${language}-x-icu`, 'und-x-icu'];
  const rows = await db.$queryRaw<{ name: string }[]>`
    select collname as name from pg_collation where collname = any(${wanted}) and pg_collation_is_visible(oid)`;
  const has = new Set(rows.map(({ name }) => name));
  const collate = (name: string | undefined) =>
    name !== undefined && has.has(name) ? Prisma.sql`collate ${Prisma.raw(`"${name}"`)}` : Prisma.empty;
  return { names: collate(wanted.find((name) => has.has(name))), folding: collate('und-x-icu') };
}

/** Texts as one, ready to be compared with folded words. */
export function foldedSql(texts: readonly Prisma.Sql[], folding: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`lower(normalize(concat_ws(e'\n', ${Prisma.join([...texts])}), nfkc) ${folding})`;
}

/** True when every word stands in the text. */
export function wordsIn(folded: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  return Prisma.sql`(select bool_and(strpos(texts.folded, word) > 0)
    from (select ${folded} as folded) texts, unnest(${words}::text[]) word)`;
}
