import { claimDelivery, sendClaimed } from '@/lib/alerts/deliver';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { type SendStep, testSender } from '@/lib/alerts/testing/test-sender';
import { createDb } from '@/lib/db/client';

/**
 * A worker process that dies at a step around sending (SIGKILL to itself), or is killed from outside while it sends:
 * `doomed-worker <database url> <key | blind> <step | during> <lease in ms>`
 */
const [, , url = '', repeats, step, leaseMs] = process.argv;

const die = (at: SendStep) => {
  if (at === step) process.kill(process.pid, 'SIGKILL');
};
const sender = testSender({ repeats: repeats === 'blind' ? 'blind' : 'key', timeoutMs: 20_000, onStep: die });
const db = createDb(url);
const delivering = {
  ...{ db, now: () => new Date(), random: Math.random, senderOf: () => sender, keyring: testKeyring },
  ...{ publicUrl: 'http://localhost', leaseMs: Number(leaseMs), log: { warn: said, error: said } },
};

for (;;) {
  const claim = await claimDelivery(delivering);
  if (claim !== null) {
    // Dying right after the claim is dying before anything else is read.
    if (step === 'committed') process.kill(process.pid, 'SIGKILL');
    await sendClaimed(delivering, claim);
  }
}

function said(event: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(event)}\n`);
}
