import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createDb } from '@/lib/db/client';
import { parseKeyring } from '@/lib/secrets/keyring';
import { readAll, sourceShop } from '../sources';

/**
 * A worker of its own for tests: reads sources until none is due, and none is held by somebody who died.
 * `node --import tsx source-process.ts <database url> <now> <keys> <limits as JSON>`
 */
const [, , url, now, keys, limits] = process.argv;
if (url === undefined || now === undefined || keys === undefined || limits === undefined)
  throw new Error('usage: source-process <database url> <now> <keys> <limits>');
const keyring = parseKeyring(keys);
if (!keyring.ok) throw new Error(keyring.error.reason);
const db = createDb(url);
const log = {
  warn: (event: object, message: string) => say(event, message),
  error: (event: object, message: string) => say(event, message),
};
function say(event: object, message: string): void {
  process.stderr.write(`${message} ${inspect(event)}\n`);
}
const shop = sourceShop({
  ...{ db, log, now: () => new Date(now), keyring: () => keyring.value, limits: JSON.parse(limits) },
});

process.stdout.write('working\n');
while ((await db.sourceReading.count({ where: { nextAt: { lte: new Date(now) } } })) > 0) {
  await readAll(shop);
  await sleep(50);
}
await db.$disconnect();
