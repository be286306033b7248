import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { PHASES } from '@/lib/drills/vocabulary';
import type { TestDatabase } from '@/lib/testing/database';
import { buildScript } from './built-script';
import { openBench } from './drill-bench';

const SCRIPT = path.join(import.meta.dirname, 'doomed-driller.ts');

/** Where a worker dies: in each phase of a trial, and before and after the transaction that ends it. */
export const DRILL_STEPS = [...PHASES, 'ending', 'ended'] as const;
export type DrillStep = (typeof DRILL_STEPS)[number];

/** How a run ended whose worker was killed. */
export interface KilledRun {
  readonly step: DrillStep;
  /** Its configuration cannot pass. */
  readonly wrong: boolean;
  readonly state: string;
  readonly certificates: number;
  /** Of each round. */
  readonly rounds: readonly { readonly state: string; readonly judged: boolean; readonly unsent: number }[];
}

/**
 * Lets `kills` worker processes die by SIGKILL, in turn at each step of a run, half of them with a configuration that
 * cannot pass, and then a worker that lives bring all runs to their end. Throws when a lock is left behind.
 */
export async function runDrillKills(database: TestDatabase, kills: number): Promise<KilledRun[]> {
  const { db, drillDb, url } = database;
  const script = await buildScript(SCRIPT);
  const runs: { readonly runId: string; readonly step: DrillStep; readonly wrong: boolean }[] = [];
  try {
    for (let index = 0; index < kills; index++) {
      const step = DRILL_STEPS[index % DRILL_STEPS.length] ?? 'ended';
      const turn = index + Math.floor(index / DRILL_STEPS.length);
      // There is nothing to wait for in a drill that nobody is told of.
      const wrong = turn % 2 === 1 && step !== 'wait';
      const world = await makeDrillWorld(db, wrong ? { owner: null } : {});
      const runId = await askForDrills(world, { drills: [{ drill: wrong ? 4 : 1, fault: 'lock_wait' }] });
      // In the middle of a try, while the sandbox holds its lock; else at once.
      await doomed(script.file, [url, step, step === 'attempt' ? '80' : '0']);
      await expectNoLock(database);
      runs.push({ runId, step, wrong });
    }
    await db.drillRun.updateMany({ where: { state: 'running' }, data: { leaseUntil: new Date() } });
    const bench = await openBench({ db, drillDb, url });
    await bench.runAll();
    await bench.close();
  } finally {
    await script.remove();
  }
  return Promise.all(runs.map(({ runId, step, wrong }) => readRun(database, runId, { step, wrong })));
}

async function doomed(file: string, parts: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [file, ...parts]);
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error(`a worker ended by itself (${code}): ${said.join('')}`);
}

/** What the sandbox locks is free again as soon as Postgres has noticed that its process is gone. */
async function expectNoLock({ drillDb }: TestDatabase): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const [row] = await drillDb.$queryRaw<{ held: number }[]>`
      select count(*)::int as held from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and l.pid <> pg_backend_pid()
        and (l.locktype = 'tuple' or (l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'))`;
    if (row?.held === 0) return;
    await sleep(100);
  }
  throw new Error('a lock is left behind');
}

async function readRun(
  { db, drillDb }: TestDatabase,
  runId: string,
  { step, wrong }: Pick<KilledRun, 'step' | 'wrong'>,
): Promise<KilledRun> {
  const { state, trials } = await db.drillRun.findUniqueOrThrow({
    where: { id: runId },
    include: { trials: { orderBy: { round: 'asc' } } },
  });
  const rounds = await Promise.all(
    trials.map(async (trial) => ({
      state: trial.state,
      judged: JSON.stringify(trial.observations) !== '[]',
      unsent: await drillDb.delivery.count({
        where: { handOff: { sourceId: trial.id }, state: { in: ['pending', 'retry', 'sending'] } },
      }),
    })),
  );
  return { step, wrong, state, rounds, certificates: await db.drillCertificate.count({ where: { runId } }) };
}
