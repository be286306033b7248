import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverDue } from '@/lib/alerts/deliver';
import { addChannel, addGroup, addNotifications, testKeyring } from '@/lib/alerts/testing/outbox';
import { type Received, startReceiver } from '@/lib/alerts/testing/receiver';
import { testSender } from '@/lib/alerts/testing/test-sender';
import type { Db } from '@/lib/db/client';
import { buildScript } from './built-script';

const SCRIPT = path.join(import.meta.dirname, 'doomed-worker.ts');
/** After the claim, before and after rendering's end, during the request, and between the answer and its record. */
const STEPS = ['committed', 'claimed', 'sending', 'during', 'sent'] as const;
const LEASE_MS = 2_000;
const AT_ONCE = 3;

/** How a delivery ended, with what its receiver got. */
export interface Survivor {
  readonly id: string;
  readonly state: string;
  readonly possibleDuplicate: boolean;
  /** Tries whose worker died. */
  readonly died: number;
  readonly received: readonly Received[];
}

/**
 * Lets `kills` worker processes die by SIGKILL, in turn at each step around sending, one delivery for each, and then a
 * worker that lives bring all of them to their end.
 */
export async function runKills(
  { db, url }: { readonly db: Db; readonly url: string },
  { repeats, kills }: { readonly repeats: 'key' | 'blind'; readonly kills: number },
): Promise<Survivor[]> {
  const hanging = new Set<ChildProcess>();
  const receiver = await startReceiver(({ from }) => {
    // A process that is to die during its request does so as soon as its message has arrived.
    for (const child of hanging) if (child.pid === from) child.kill('SIGKILL');
  });
  const script = await buildScript(SCRIPT);
  try {
    const channelId = await addChannel(db, await addGroup(db, `${repeats}-ops`), { url: receiver.url });
    const ids = await addNotifications(db, channelId, kills, new Date(Date.now() - 60_000));
    const doomed = async (step: (typeof STEPS)[number]) => {
      const child = spawn(process.execPath, [script.file, url, repeats, step, `${LEASE_MS}`]);
      if (step === 'during') hanging.add(child);
      const said: string[] = [];
      child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
      const [code, signal] = await once(child, 'exit');
      hanging.delete(child);
      if (signal !== 'SIGKILL') throw new Error(`a worker ended by itself (${code}): ${said.join('')}`);
    };
    const steps = Array.from({ length: kills }, (_, index) => STEPS[index % STEPS.length] ?? 'sent');
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (const step of steps.filter((_, index) => index % AT_ONCE === lane)) await doomed(step);
      }),
    );
    await bringToEnd(db, repeats);
    return await survivors(db, ids, receiver.received);
  } finally {
    await script.remove();
    await receiver.close();
  }
}

async function bringToEnd(db: Db, repeats: 'key' | 'blind'): Promise<void> {
  const sender = testSender({ repeats });
  const open = { state: { in: ['pending', 'retry', 'sending'] } };
  while ((await db.delivery.count({ where: open })) > 0) {
    // Pauses between tries are not what is looked at.
    await db.delivery.updateMany({ where: { state: 'retry' }, data: { nextAt: new Date() } });
    const log = { warn: () => undefined, error: () => undefined };
    await deliverDue({
      ...{ db, now: () => new Date(), random: () => 0, senderOf: () => sender, keyring: testKeyring, log },
      ...{ publicUrl: 'http://localhost', leaseMs: 10_000 },
    });
    await sleep(50);
  }
}

async function survivors(db: Db, ids: readonly string[], received: readonly Received[]): Promise<Survivor[]> {
  const rows = await db.delivery.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, state: true, possibleDuplicate: true, tries: { where: { problem: 'worker_died' } } },
  });
  return rows.map(({ tries, ...row }) => ({
    ...row,
    died: tries.length,
    received: received.filter(({ id }) => id === row.id),
  }));
}
