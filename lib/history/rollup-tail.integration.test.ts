import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { rollAll } from '@/lib/worker/rollup';
import { failureRows, nodeTotals } from './queries';
import { bucketFiguresSql } from './rollup-bucket-queries';
import { codeFiguresSql, mixedFiguresSql, nodeFiguresSql } from './rollup-read-queries';

const ctx = testContext();
let sourceId: string;

beforeEach(async () => {
  await ctx.db.$executeRaw`truncate workflow_run_step`;
  await ctx.db.source.deleteMany();
  ({ id: sourceId } = await ctx.db.source.create({ data: { key: 'own', name: 'Own', kind: 'failpath' } }));
});

async function write(from: number, count: number): Promise<void> {
  await ctx.db.$executeRaw`
    insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code, occurred_at)
    select ${sourceId}::uuid, 'orders', 'run-' || n, 'node-' || n % 50, 1,
           case when n % 7 = 0 then 'failed' else 'succeeded' end, case when n % 7 = 0 then 'timeout' end,
           ${new Date(ctx.now.getTime() - 20 * DAY_MS)}::timestamptz + n * interval '1 minute'
    from generate_series(${from}::int, ${from + count - 1}::int) n`;
}

it('what is behind the watermark is read by its index, however large Postgres takes the table to be', async () => {
  await write(0, 20_000);
  await ctx.db.$executeRaw`analyze workflow_run_step`;
  const roll = () => rollAll({ db: ctx.db, now: () => ctx.now, all: true });
  let rolled = 0;
  await expect.poll(async () => (rolled += await roll()), { timeout: 20_000, interval: 20 }).toBe(20_000);
  await write(20_000, 40);
  const { codes, nodes, plain, byIndex } = await ctx.db.$transaction(async (db) => {
    const one = { ...ctx, db };
    const found = { codes: await failureRows(one), nodes: await nodeTotals(one) };
    // With what many millions of rows cost by an index, reading all of a smaller table seems cheaper.
    await db.$executeRaw`set local random_page_cost = 40`;
    const wholeReadings = async (count: () => Promise<unknown>) => {
      const seen = async () => {
        const [row] = await db.$queryRaw<{ count: number }[]>`
          select seq_scan::int as count from pg_stat_xact_user_tables where relid = 'workflow_run_step'::regclass`;
        return row?.count ?? 0;
      };
      const before = await seen();
      expect(await count()).toEqual([{ steps: 40 }]);
      return (await seen()) - before;
    };
    const plain = await wholeReadings(
      () => db.$queryRaw`
        select count(*)::int as steps from rolled_source m cross join lateral (
          select from workflow_run_step s
          where s.source_id = m.source_id and (s.change_id, s.id) > (m.after_change, m.after_id)
          order by s.change_id, s.id offset 0) s`,
    );
    const byIndex = await wholeReadings(
      () => db.$queryRaw`
        select count(*)::int as steps from rolled_source m
        cross join lateral history_tail(m.source_id, m.after_change, m.after_id) s`,
    );
    return { ...found, plain, byIndex };
  });
  expect(nodes.reduce((sum, { executions }) => sum + executions, 0)).toBe(20_040);
  expect(codes.reduce((sum, { failures }) => sum + failures, 0)).toBe(Math.ceil(20_040 / 7));
  expect({ plain, byIndex }).toEqual({ plain: 1, byIndex: 0 });
  const span = { from: ctx.now, to: null };
  for (const sql of [
    codeFiguresSql(span),
    nodeFiguresSql(span),
    mixedFiguresSql(span),
    bucketFiguresSql([ctx.now], span),
  ])
    expect(sql.text).toContain('history_tail(');
});
