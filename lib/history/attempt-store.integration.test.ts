import { expect, test } from 'vitest';
import type { Attempt } from '@/lib/sources/attempt';
import { testContext } from '@/lib/testing/context';
import { storeAttempts } from './attempt-store';

const ctx = testContext();
const MANY = 4_000;

const attempt = (n: number): Attempt => ({
  ...{ workflowId: `w${n % 5}`, nodeId: `n${n % 50}`, runId: `r${n}`, subIndex: '', attempt: 1, status: 'succeeded' },
  ...{ errorCode: null, errorMessage: null, payloadHash: null, occurredAt: ctx.now, durationMs: null },
});

test('looks each attempt up by its name, though Postgres has not counted the rows of its source yet', async () => {
  const [old, young] = await Promise.all(
    ['old', 'young'].map((key) => ctx.db.source.create({ data: { key, name: key, kind: 'tables' } })),
  );
  if (!old || !young) throw new Error('two sources were made');
  const fill = (sourceId: string, from: number, to: number) => ctx.db.$executeRaw`
    insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, occurred_at)
    select ${sourceId}::uuid, 'w' || n % 5, 'r' || n, 'n' || n % 50, 1, 'succeeded', ${ctx.now}
    from generate_series(${from}::int, ${to}::int) n`;
  await ctx.db.$executeRaw`alter table workflow_run_step set (autovacuum_enabled = false)`;
  await fill(old.id, 1, 10 * MANY);
  await fill(young.id, 1, 100);
  await ctx.db.$executeRaw`analyze workflow_run_step`;
  await fill(young.id, 101, MANY);
  const given = Array.from({ length: 200 }, (_, n) => attempt(MANY - 99 + n));
  const { stored, fetched } = await ctx.db.$transaction(async (db) => {
    const counts = await storeAttempts(db, young.id, [...given.slice(1), { ...attempt(1), status: 'cancelled' }]);
    const [row] = await db.$queryRaw<{ fetched: number }[]>`
      select idx_tup_fetch::int as fetched from pg_stat_xact_user_tables
      where schemaname = 'public' and relname = 'workflow_run_step'`;
    return { stored: counts, fetched: row?.fetched };
  });
  expect(stored).toEqual({ added: 100, changed: 1 });
  expect(fetched).toBeLessThan(1_000);
});
