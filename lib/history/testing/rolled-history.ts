import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import * as fc from 'fast-check';
import pg from 'pg';
import { expect } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { calendarDays, hoursOfDay } from '@/lib/history/calendar';
import { dailyFailures, failureRows, hourlyFailures, mixedFailures, nodeTotals } from '@/lib/history/queries';
import { SLOT_MS } from '@/lib/history/rollup-slots';
import { rollBatch } from '@/lib/history/rollup-store';
import type { Span } from '@/lib/history/window';
import { DAY_MS } from '@/lib/shared/clock';
import { referenceBuckets, referenceCodes, referenceMixed, referenceNodes } from './reference-figures';

const START = Date.parse('2026-10-24T00:00:00Z');
const DAYS = 4;
const ZONES = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'];

/** On edges of slots and days, right beside them, or anywhere. */
const atArb = fc.oneof(
  fc
    .record({ slot: fc.integer({ min: 0, max: DAYS * 96 }), off: fc.constantFrom(-1, 0, 1, 7 * 60_000, 8 * 60_000) })
    .map(({ slot, off }) => START + slot * SLOT_MS + off),
  // Close together, so that executions and instants meet in one slot.
  fc.integer({ min: 0, max: 3 * SLOT_MS }).map((ms) => START + DAY_MS - SLOT_MS + ms),
);

const stepArb = fc.record({
  source: fc.constantFrom(0, 0, 0, 1),
  node: fc.constantFrom('a', 'a', 'b'),
  run: fc.constantFrom('1', '2', '3', '4', '5'),
  sub: fc.constantFrom('', '', '', 'x'),
  attempt: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 0),
  status: fc.constantFrom('failed', 'failed', 'failed', 'succeeded', 'succeeded', 'running', 'skipped', 'cancelled'),
  code: fc.constantFrom('timeout', 'http_401', '', '=', null),
  at: atArb,
});
type Step = typeof stepArb extends fc.Arbitrary<infer T> ? T : never;

const actionArb = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      steps: fc.array(stepArb, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), which: fc.nat(), to: stepArb }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      which: fc.nat(),
      many: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('roll' as const),
      limit: fc.constantFrom(1, 2, 3, 5, 100),
      both: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stumble' as const), limit: fc.constantFrom(2, 100) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      steps: fc.array(stepArb, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), keeps: fc.boolean() }) },
);
/** A worker process dies when it has written everything but the end of its transaction. */
const killArb = fc.record({ kind: fc.constant('kill' as const), limit: fc.constantFrom(2, 5, 100) });
type Action =
  | (typeof actionArb extends fc.Arbitrary<infer T> ? T : never)
  | (typeof killArb extends fc.Arbitrary<infer T> ? T : never);

const spanArb = fc.record({
  from: atArb,
  to: fc.option(atArb, { nil: null, freq: 2 }),
  zone: fc.constantFrom(...ZONES),
});

export interface RolledHistory {
  readonly actions: readonly Action[];
  /** What is asked after each action. */
  readonly spans: readonly (typeof spanArb extends fc.Arbitrary<infer T> ? T : never)[];
}

export const historyArb: fc.Arbitrary<RolledHistory> = fc.record({
  actions: fc.array(actionArb, { minLength: 2, maxLength: 12 }),
  spans: fc.array(spanArb, { minLength: 12, maxLength: 12 }),
});

/** With a death between any two actions. */
export const deadlyHistoryArb: fc.Arbitrary<RolledHistory> = fc
  .record({ history: historyArb, kill: killArb, at: fc.nat() })
  .map(({ history: { actions, spans }, kill, at }) => {
    const place = 1 + (at % actions.length);
    return { actions: [...actions.slice(0, place), kill, ...actions.slice(place)].slice(0, 12), spans };
  });

/** Workers wait for this lock with the last thing that they write. */
const LAST_LOCK = 4_711;

const READERS = 5;
const SCRIPT = path.join(import.meta.dirname, 'roll-process.ts');

/** Two workers on one database, a transaction that stays open, and a history that is written beside them. */
export class RolledWorld {
  private readonly others: Db;
  private readonly holder: pg.Client;
  private holding = false;
  private living: Promise<void> = Promise.resolve();
  private sources: readonly string[] = [];
  /** Answers that were held against the steps. */
  answers = 0;
  /** Histories that were lived to their end, and workers that were killed. */
  histories = 0;
  killed = 0;

  private constructor(
    private readonly ctx: Ctx,
    private readonly url: string,
  ) {
    this.others = createDb(url);
    this.holder = new pg.Client(connectionConfig(url));
  }

  static async open(ctx: Ctx, url: string): Promise<RolledWorld> {
    const world = new RolledWorld(ctx, url);
    await world.holder.connect();
    await ctx.db.$executeRaw`create table if not exists stumbling (yes boolean)`;
    await ctx.db.$executeRaw`
      create or replace function stumble() returns trigger language plpgsql as $$
      begin
        if exists (select from stumbling) then raise exception 'stumbled'; end if;
        perform pg_advisory_xact_lock_shared(4711);
        return new;
      end $$`;
    await ctx.db.$executeRaw`
      create or replace trigger stumble before update on rolled_source for each row execute function stumble()`;
    return world;
  }

  /** A search that was interrupted leaves a history behind that is still lived. */
  async close(): Promise<void> {
    await this.living.catch(() => undefined);
    await this.holder.end();
    await this.others.$disconnect();
  }

  /** After each action two of the readers say what the steps say, each pair in turn, and in the end all of them. */
  live(history: RolledHistory): Promise<void> {
    this.living = this.liveThrough(history);
    return this.living;
  }

  private async liveThrough({ actions, spans }: RolledHistory): Promise<void> {
    await this.begin();
    for (const [index, action] of actions.entries()) {
      await this.act(action);
      const span = spans[index];
      const first = this.histories + index;
      if (span) await this.compare(span, [first % READERS, (first + 2) % READERS]);
    }
    await this.release(true);
    for (const sourceId of this.sources) await rollBatch(this.ctx.db, sourceId, this.ctx.now, 1000);
    const [span] = spans;
    if (span) await this.compare(span, [...Array(READERS).keys()]);
    this.histories++;
  }

  private async begin(): Promise<void> {
    const { db } = this.ctx;
    await db.$executeRaw`truncate workflow_run_step`;
    await db.source.deleteMany();
    this.sources = [randomUUID(), randomUUID()];
    await db.source.createMany({ data: this.sources.map((id) => ({ id, key: id, name: 'Source', kind: 'failpath' })) });
  }

  private async act(action: Action): Promise<void> {
    const { db, now } = this.ctx;
    if (action.kind === 'insert') await db.$executeRawUnsafe(this.insertSql(action.steps, ''));
    else if (action.kind === 'change') {
      const { at, status, code } = action.to;
      await db.$executeRaw`
        update workflow_run_step set status = ${status}, error_code = ${status === 'failed' ? code : null},
               occurred_at = ${new Date(at)}
        where id = (select id from workflow_run_step order by md5(id::text || ${String(action.which)}) limit 1)`;
    } else if (action.kind === 'remove')
      await db.$executeRaw`
        delete from workflow_run_step where id in (
          select id from workflow_run_step order by md5(id::text || ${String(action.which)}) limit ${action.many})`;
    else if (action.kind === 'roll')
      await Promise.all([
        ...this.sources.map((sourceId) => rollBatch(db, sourceId, now, action.limit)),
        ...(action.both ? this.sources.map((sourceId) => rollBatch(this.others, sourceId, now, action.limit)) : []),
      ]);
    else if (action.kind === 'stumble') await this.stumble(action.limit);
    else if (action.kind === 'kill') await this.kill(action.limit);
    else if (action.kind === 'hold') await this.hold(action.steps);
    else await this.release(action.keeps);
  }

  /** Everything is written but the watermark, and then nothing is. */
  private async stumble(limit: number): Promise<void> {
    const { db, now } = this.ctx;
    await db.$executeRaw`insert into stumbling values (true)`;
    for (const sourceId of this.sources) await expect(rollBatch(db, sourceId, now, limit)).rejects.toThrow('stumbled');
    await db.$executeRaw`delete from stumbling`;
  }

  /** A process of its own is killed (SIGKILL) in its transaction, and the server notices some time later. */
  private async kill(limit: number): Promise<void> {
    const [sourceId] = this.sources;
    if (sourceId === undefined) return;
    const lock = new pg.Client(connectionConfig(this.url));
    await lock.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [LAST_LOCK]);
      const worker = spawn(process.execPath, ['--import', 'tsx', SCRIPT, this.url, sourceId, String(limit)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const gone = once(worker, 'exit');
      const waiting = async () => {
        const { rows } = await lock.query<{ pid: number }>(
          `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          [LAST_LOCK],
        );
        return rows.length;
      };
      await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(1);
      worker.kill('SIGKILL');
      await gone;
      this.killed++;
    } finally {
      await lock.end();
    }
  }

  private async hold(steps: readonly Step[]): Promise<void> {
    if (this.holding) return;
    this.holding = true;
    await this.holder.query('begin');
    await this.holder.query(this.insertSql(steps, 'held-'));
  }

  private async release(keeps: boolean): Promise<void> {
    if (!this.holding) return;
    this.holding = false;
    await this.holder.query(keeps ? 'commit' : 'rollback');
  }

  private insertSql(steps: readonly Step[], prefix: string): string {
    const rows = steps.map(({ source, node, run, sub, attempt, status, code, at }) => {
      const known = code === null || status !== 'failed' ? 'null' : `'${code}'`;
      const when = new Date(at).toISOString();
      return `('${this.sources[source]}', 'flow', '${prefix}${run}', '${node}', '${sub}', ${attempt}, '${status}', ${known}, '${when}')`;
    });
    return `insert into workflow_run_step
      (source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, occurred_at)
      values ${rows.join(', ')} on conflict do nothing`;
  }

  private async compare({ from, to, zone }: RolledHistory['spans'][number], which: readonly number[]): Promise<void> {
    const at = [from, ...(to === null ? [] : [to])].sort((a, b) => a - b).map((ms) => new Date(ms));
    const [first = new Date(from), last = null] = at;
    const span: Span = { from: first, to: last };
    const { ctx } = this;
    const { db } = ctx;
    const end = { ...ctx, now: new Date(START + (DAYS + 2) * DAY_MS) };
    const [day] = calendarDays(first, first, zone);
    const days = calendarDays(first, last === null ? end.now : new Date(last.getTime() - 1), zone);
    const hours = hoursOfDay(day?.day ?? '', zone);
    const starts = days.map(({ start }) => start);
    const readers: readonly (() => readonly [Promise<readonly object[]>, Promise<readonly object[]>])[] = [
      () => [nodeTotals(ctx, undefined, span), referenceNodes(db, span)],
      () => [failureRows(ctx, undefined, span), referenceCodes(db, span)],
      () => [mixedFailures(ctx, undefined, span), referenceMixed(db, span)],
      () => [dailyFailures(end, zone, undefined, span).then(({ rows }) => rows), referenceBuckets(db, starts, span)],
      () => [
        hourlyFailures(ctx, day?.day ?? '', zone, undefined, span).then(({ rows }) => rows),
        referenceBuckets(db, hours, span),
      ],
    ];
    const answers = readers.flatMap((ask, index) => (which.includes(index) ? [ask()] : []));
    const both = await Promise.all(answers.map((each) => Promise.all(each)));
    for (const [rolled, plain] of both) {
      expect(sorted(rolled)).toEqual(sorted(plain));
      this.answers++;
    }
  }
}

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
}
