import { followWhole } from '@/lib/alerts/testing/alert-world';
import { createDb } from '@/lib/db/client';
import { withDatabase } from '@/lib/db/connection';
import { judgeWhole } from '@/lib/history/testing/judge-whole';
import { runOn } from '@/lib/testing/server';
import { measureAll } from '@/lib/worker/measure';
import { rollAll } from '@/lib/worker/rollup';
import { product } from './product';

const SAMPLE = 'failpath_sample';
const ATTEMPTS = 5;

/** Keeps a copy of the product's database as it is after the first start, its history read by the workers. */
export async function keepSample(url: string): Promise<void> {
  const db = createDb(url);
  // Else the product would read it again after each restoring, beside the tests.
  await followWhole(db, new Date());
  await judgeWhole(db, new Date());
  await rollAll({ db, now: () => new Date(), all: true });
  await measureAll({ db, now: () => new Date() });
  await db.$disconnect();
  await copy(url, databaseOf(url), SAMPLE);
}

/**
 * Puts the sample data back as it was, under the running product, which connects again by itself.
 * Does nothing when the product is somebody's own (`FAILPATH_E2E_URL`).
 */
export async function restoreSample(): Promise<void> {
  const { databaseUrl: url, sampleKept } = product();
  if (url === null || !sampleKept) return;
  await runOn(maintenance(url), `drop database if exists ${databaseOf(url)} with (force)`);
  await copy(url, SAMPLE, databaseOf(url));
}

/** Postgres copies only what nobody is connected to; the product may come back in between, hence the repetition. */
async function copy(url: string, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await runOn(maintenance(url), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
      await runOn(maintenance(url), `create database ${to} template ${from} strategy file_copy`);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

const maintenance = (url: string) => withDatabase(url, 'postgres');
const databaseOf = (url: string) => new URL(url).pathname.slice(1);
