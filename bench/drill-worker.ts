/** A worker process of the bench of drills: `drill-worker <database url>`; ends when its standard input does. */
import { createDb } from '@/lib/db/client';
import { startWorker } from '@/lib/worker/worker';

const [, , url = ''] = process.argv;
const db = createDb(url);
const worker = startWorker({ db, url, log: { warn: () => undefined, error: console.error } });
process.stdout.write('ready\n');
process.stdin.resume().on('end', () => {
  void worker.stop().then(() => process.exit(0));
});
