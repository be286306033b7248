import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ctx } from '@/lib/accounts/context';
import { TEST_KEYS, testKeyring } from '@/lib/alerts/testing/outbox';
import type { Db } from '@/lib/db/client';
import { type SourceMapping, sourceMappingSchema } from '@/lib/sources/schema';
import { connectSource } from '@/lib/sources/source-commands';
import type { PlaceFields } from '@/lib/sources/source-schema';
import { runOn } from '@/lib/testing/server';
import type { SourceLimits, SourceShop } from '../source-shop';
import { sourceShop } from '../sources';

const PLATFORMS = path.resolve('testdata/platforms');
const AUTOMATION = '20000000-0000-0000-0000-000000000001';

/** Loads the tables of VM0 (schema `vm0`) into a database, without its rows of runs. */
export async function loadPlatform(url: string): Promise<void> {
  for (const file of ['00_common', 'vm0'])
    await runOn(url, await readFile(path.join(PLATFORMS, `${file}.sql`), 'utf8'));
  await runOn(url, 'delete from vm0.agent_runs; create index on vm0.agent_runs (coalesce(completed_at, created_at))');
}

/** So many runs, evenly over a stretch of time, each 90 s long; one of five failed, one of ten timed out. */
export async function addRuns(url: string, many: number, from: Date, to: Date): Promise<void> {
  await runOn(
    url,
    `insert into vm0.agent_runs (id, user_id, org_id, status, error, failure_reason, workflow_automation_id, created_at,
       started_at, completed_at)
     select gen_random_uuid(), 'u', 'org_1', s.status,
       case when s.status <> 'completed' then 'status code 503 in run ' || n end,
       case when s.status = 'failed' then 'provider_overloaded' end, '${AUTOMATION}', t.at, t.at, t.at + interval '90 s'
     from generate_series(0, ${many - 1}) n
     cross join lateral (select timestamp '${bare(from)}' + n * (timestamp '${bare(to)}' - timestamp '${bare(from)}') / ${many} as at) raw
     cross join lateral (select date_trunc('milliseconds', raw.at) as at) t
     cross join lateral (select case when n % 5 = 0 then 'failed' when n % 10 = 3 then 'timeout' else 'completed' end as status) s`,
  );
}

/** One run; `endedAt` null: it is running. */
export async function addRun(
  url: string,
  run: { readonly id: string; readonly status: string; readonly startedAt: Date; readonly endedAt: Date | null },
): Promise<void> {
  const ended = run.endedAt === null ? 'null' : `'${bare(run.endedAt)}'`;
  await runOn(
    url,
    `insert into vm0.agent_runs (id, user_id, org_id, status, error, workflow_automation_id, created_at, started_at, completed_at)
     values ('${run.id}', 'u', 'org_1', '${run.status}', 'odd', '${AUTOMATION}', '${bare(run.startedAt)}',
       '${bare(run.startedAt)}', ${ended})`,
  );
}

/** UTC without a zone, as VM0 writes it. */
export function bare(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '');
}

/** What the platform's own view says, in the order and shape of `heldRows`. */
export async function viewRows(url: string): Promise<string[]> {
  const { rows } = await runOn(
    url,
    `select json_build_array(workflow_id, node_id, run_id, attempt,
       case status when 'success' then 'succeeded' when 'failure' then 'failed' else status end, error_code,
       error_message, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'))::text as row
     from vm0.attempts order by 1`,
  );
  return rows.map((each: { row: string }) => each.row);
}

/** What is kept of a source. */
export async function heldRows(db: Db, sourceId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ row: string }[]>`
    select json_build_array(workflow_id, node_id, run_id, attempt, status, error_code, error_message,
      to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'))::text as row
    from workflow_run_step where source_id = ${sourceId}::uuid order by 1`;
  return rows.map(({ row }) => row);
}

/** Settings of a mapping that tests change. */
export type Pace = Partial<
  Pick<SourceMapping, 'firstDays' | 'lookBackMinutes' | 'everySeconds' | 'recountHours' | 'retentionDays' | 'statuses'>
>;

export function vm0Mapping(pace: Pace = {}): SourceMapping {
  const preset = { kind: 'preset', platform: 'vm0', schema: 'vm0' };
  return sourceMappingSchema.parse({ ...preset, firstDays: 30, recountHours: null, ...pace });
}

let sources = 0;

/** Connects the VM0 of this database, or of another place. */
export async function connectVm0(ctx: Ctx, pace: Pace = {}, place: PlaceFields = { kind: 'own' }): Promise<string> {
  const connected = await connectSource(ctx, { name: `VM0 ${++sources}`, place, mapping: vm0Mapping(pace) });
  if (!connected.ok) throw new Error(connected.error.reason);
  return connected.value.id;
}

/** A worker whose clock can be set; what it says is kept. */
export function testShop(db: Db, now: () => Date, limits: Partial<SourceLimits> = {}) {
  const said: string[] = [];
  const log = {
    warn: (event: object, message: string) => said.push(`${message} ${JSON.stringify(event)}`),
    error: (event: object, message: string) => said.push(`${message} ${String(Reflect.get(event, 'err'))}`),
  };
  const shop: SourceShop = sourceShop({ db, log, now, keyring: testKeyring, limits });
  return { shop, said };
}

const SCRIPT = path.join(import.meta.dirname, 'source-process.ts');

/** A worker in a process of its own, until nothing is due any more or it is killed. */
export function startReader(url: string, now: Date, limits: Partial<SourceLimits>) {
  const given = [url, now.toISOString(), TEST_KEYS, JSON.stringify(limits)];
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const end = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('close', (code, signal) => resolve(code === 0 ? 'done' : `${signal ?? code}: ${said}`));
  });
  return { end, kill: () => child.kill('SIGKILL') };
}
