import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@/lib/db/client';
import { rollBatch } from '@/lib/history/rollup-store';

/**
 * A worker of its own for tests, that rolls up one source until it is killed.
 * `node --import tsx roll-process.ts <database url> <source id> <steps per batch>`
 */
const [, , url, sourceId, limit] = process.argv;
if (url === undefined || sourceId === undefined || limit === undefined)
  throw new Error('usage: roll-process <database url> <source id> <steps per batch>');
const db = createDb(url);
for (;;) {
  await rollBatch(db, sourceId, new Date(), Number(limit));
  await sleep(20);
}
