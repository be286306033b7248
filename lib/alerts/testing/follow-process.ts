import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@/lib/db/client';
import { followAll } from '@/lib/worker/follow';

/**
 * A worker of its own for tests: follows until there is nothing to follow and nothing overdue any more.
 * `node --import tsx follow-process.ts <database url> <now>`
 */
const [, , url, now] = process.argv;
if (url === undefined || now === undefined) throw new Error('usage: follow-process <database url> <now>');
const db = createDb(url);

interface Left {
  readonly ahead: boolean;
}

async function somethingLeft(): Promise<boolean> {
  const [left] = await db.$queryRaw<Left[]>`
    select exists (
      select from workflow_run_step r join source s on s.id = r.source_id and s.alerts_from is not null
      left join followed_source f on f.source_id = s.id
      where (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))
    ) or exists (select from awaited_attempt where overdue_at <= ${new Date(now ?? 0)}) as ahead`;
  return left?.ahead ?? false;
}

process.stdout.write('working\n');
while (await somethingLeft()) {
  await followAll({ db, now: new Date(now) });
  await sleep(100);
}
await db.$disconnect();
