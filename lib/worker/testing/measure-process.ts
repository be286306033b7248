import { createDb } from '@/lib/db/client';
import { measureAll } from '@/lib/worker/measure';

/**
 * A worker of its own for tests, that measures thresholds as of a moment until it is killed.
 * `node --import tsx measure-process.ts <database url> <moment>`
 */
const [, , url, moment] = process.argv;
if (url === undefined || moment === undefined) throw new Error('usage: measure-process <database url> <moment>');
const db = createDb(url);
await measureAll({ db, now: () => new Date(moment) });
await db.$disconnect();
