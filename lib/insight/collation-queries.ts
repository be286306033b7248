import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';

/** `collate …` clauses; empty where this server has none that fits. */
export interface Collations {
  /** Names in the order that readers of the language expect. */
  readonly names: Prisma.Sql;
  /** To fold case as `lib/insight/search.ts` does, whatever the database's own locale. */
  readonly folding: Prisma.Sql;
}

/** What a connection pool's server has does not change while it runs. */
const known = new WeakMap<Queryable, Map<string, Promise<Collations>>>();

/** The best orders of names that this server has: with numbers as numbers, as the language has it, any. */
export function collations(db: Queryable, locale: string): Promise<Collations> {
  const ofServer = known.get(db) ?? new Map<string, Promise<Collations>>();
  known.set(db, ofServer);
  const language = locale.startsWith('zh') ? 'zh' : 'en';
  const answer = ofServer.get(language) ?? readCollations(db, language);
  ofServer.set(language, answer);
  answer.catch(() => ofServer.delete(language));
  return answer;
}

/** What was found out about this server is found out anew. */
export function forgetCollations(db: Queryable): void {
  known.delete(db);
}

async function readCollations(db: Queryable, language: 'zh' | 'en'): Promise<Collations> {
  const wanted = [`names_${language}`, `${language}-x-icu`, 'und-x-icu'];
  const rows = await db.$queryRaw<{ name: string }[]>`
    select collname as name from pg_collation where collname = any(${wanted}) and pg_collation_is_visible(oid)`;
  const has = new Set(rows.map(({ name }) => name));
  const collate = (name: string | undefined) =>
    name !== undefined && has.has(name) ? Prisma.sql`collate ${Prisma.raw(`"${name}"`)}` : Prisma.empty;
  return { names: collate(wanted.find((name) => has.has(name))), folding: collate('und-x-icu') };
}

/** A text ready to be compared with folded words. Most are plain ASCII and spared the normalisation, which is slow. */
export function foldedSql(text: Prisma.Sql, folding: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`lower(case when octet_length(${text}) = length(${text}) then ${text} else normalize(${text}, nfkc) end ${folding})`;
}

/** Relations `workflow_text` and `group_text` (id, folded): their names and keys, folded once for all nodes. */
export function foldedNamesSql(folding: Prisma.Sql): Prisma.Sql {
  const both = (left: string, right: string) =>
    foldedSql(Prisma.sql`(${Prisma.raw(left)} || e'\n' || ${Prisma.raw(right)})`, folding);
  return Prisma.sql`
    workflow_text as materialized (select id, ${both('name', 'key')} as folded from workflow),
    group_text as materialized (select id, ${both('name', 'slug')} as folded from owner_group)`;
}

/** True when every word stands in the text; signs that mean something in a pattern stand for themselves. */
export function wordsIn(folded: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  return Prisma.sql`(${folded}) collate "C" like all (${patternsOf(words)}::text[])`;
}

/** True when at least one of the words does. */
export function anyWordIn(folded: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  return Prisma.sql`(${folded}) collate "C" like any (${patternsOf(words)}::text[])`;
}

function patternsOf(words: readonly string[]): string[] {
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
