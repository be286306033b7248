import { describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';

const ctx = testContext();

const columnsOf = (schema: string) => ctx.db.$queryRaw<{ relation: string; columns: string[] }[]>`
  select c.relname as relation, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attname) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = ${schema} and c.relkind in ('r', 'v')
  group by c.relname order by c.relname`;

const indexesOf = (schema: string) => ctx.db.$queryRaw<{ relation: string; indexes: string[] }[]>`
  select t.relname as relation,
         array_agg(regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING', 'USING') order by 1) as indexes
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = ${schema} group by t.relname order by t.relname`;

describe('the schema of drills', () => {
  it('has every column and index of the tables that it stands for', async () => {
    const [drill, real] = await Promise.all([columnsOf('drill'), columnsOf('public')]);
    const shared = drill.filter(({ relation }) => relation !== 'effect');
    expect(shared).toHaveLength(15);
    expect(shared).toEqual(real.filter(({ relation }) => shared.some((each) => each.relation === relation)));
    const [own, theirs] = await Promise.all([indexesOf('drill'), indexesOf('public')]);
    const tables = own.filter(({ relation }) => relation !== 'effect').map(({ relation }) => relation);
    expect(tables).toHaveLength(12);
    for (const relation of tables) {
      const sorted = (all: typeof own) => all.find((each) => each.relation === relation)?.indexes.toSorted();
      expect(sorted(own), relation).toEqual(sorted(theirs));
    }
  });
});
