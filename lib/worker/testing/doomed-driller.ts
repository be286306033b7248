import { createDb, createDrillDb, type Db } from '@/lib/db/client';
import { claimDrills, runClaimed } from '@/lib/drills/runner';
import { openBench } from './drill-bench';
import type { DrillStep } from './drill-kills';

/**
 * A worker process that takes one run of drills and dies of it (SIGKILL to itself) as it enters a phase, or around the
 * transaction that ends a trial: `doomed-driller <database url> <step> <ms later>`
 */
const [, , url = '', step = '', later = '0'] = process.argv;
/** Transactions of a run: its claim, the beginning of its trial, the end of it. */
const BEGINNING = 2;
const ENDING = 3;

const die = async () => {
  if (later !== '0') await new Promise((resolve) => setTimeout(resolve, Number(later)));
  process.kill(process.pid, 'SIGKILL');
  // The kernel may take a moment: whoever waits for this goes on with nothing.
  await new Promise(() => undefined);
};
const at = (where: DrillStep) => step === where;

let transactions = 0;
let ended = 0;
const db = deadly(createDb(url), {
  $executeRaw: async (run, values) => {
    const done = await run();
    if (values.includes(step)) void die();
    return done;
  },
  $transaction: async (run) => {
    const ending = ++transactions === ENDING;
    if (ending && at('ending')) await die();
    const done = await run();
    ended++;
    if (ending && at('ended')) await die();
    return done;
  },
});
const drillDb = deadly(createDrillDb(url), {
  $transaction: async (run) => {
    // Whoever sends asks this database as well, before a run is claimed.
    if (at('prepare') && ended >= BEGINNING) await die();
    return run();
  },
});

const bench = await openBench({ db, drillDb, url });
// The others that are killed after it find a run of their own.
const proving = { ...bench.proving, times: { ...bench.proving.times, leaseMs: 3_600_000 } };
const run = await claimDrills(proving);
if (run !== null) await runClaimed(proving, run);
process.stderr.write(`${step} was not reached\n`);
process.exit(1);

type Around = (run: () => Promise<unknown>, values: readonly unknown[]) => Promise<unknown>;

/** A database of which some methods do more. */
function deadly(database: Db, around: Readonly<Record<string, Around>>): Db {
  return new Proxy(database, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      const more = around[String(key)];
      if (more === undefined || typeof method !== 'function') return method;
      return (...values: unknown[]) => more(() => Promise.resolve(Reflect.apply(method, target, values)), values);
    },
  });
}
