import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@/lib/db/client';
import { typedAddressProblem } from '@/lib/network/address';
import { type Exchange, type Network, postGuarded, thisNetwork } from '@/lib/network/guarded-post';
import { webhookSignature } from '@/lib/network/webhook-signature';
import type { Keyring } from '@/lib/secrets/keyring';
import { SECOND_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { runIdOf } from './builtin-runner';
import type { Platform, PlatformTrial } from './proving-context';
import { findTarget, openTargetSecret } from './target-store';

/** What asking takes, beside the trial. */
export interface Requesting {
  readonly db: Db;
  readonly keyring: () => Keyring;
  /** Default: that of this process. */
  readonly network?: () => Network;
  /** Pauses between tries, in ms; one try more than there are pauses. */
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS: readonly number[] = [SECOND_MS, 3 * SECOND_MS, 9 * SECOND_MS];

type Asked = Result<null, { readonly reason: string }>;

/**
 * A platform that is asked by signed webhooks (`docs/drills.md`, Standard Webhooks), through the guard of typed
 * addresses. A request is sent again a few times under the same id, with the same body, so a platform that had it drops
 * it. An answer of 2xx says that it was taken, and nothing else: what came of it is read from the log.
 */
export function requestingPlatform(requesting: Requesting): Platform {
  return {
    start: async (asked) => ask(requesting, asked, 'drill.start'),
    restore: async (asked) => ask(requesting, asked, 'drill.restore'),
  };
}

/** The body of a request, as the documentation has it. */
export function requestBody(
  { run, trial, realm }: PlatformTrial,
  type: 'drill.start' | 'drill.restore',
  source: string,
): string {
  const { plan, drill, fault } = trial;
  return JSON.stringify({
    type,
    trial: trial.id,
    runIds: Array.from({ length: plan.executions }, (_, index) => runIdOf(trial.id, index + 1)),
    source,
    workflow: realm.workflowKey,
    node: realm.nodeId,
    testNode: run.testNode ?? realm.nodeId,
    drill,
    fault,
    errorCode: plan.errorCode,
    override: Object.keys(plan.override).length === 0 ? null : plan.override,
    executions: plan.executions,
  });
}

async function ask(
  requesting: Requesting,
  asked: PlatformTrial,
  type: 'drill.start' | 'drill.restore',
): Promise<Asked> {
  const { db, keyring, network = thisNetwork, pausesMs = PAUSES_MS } = requesting;
  const { run, trial } = asked;
  const target = run.targetId === null ? null : await findTarget(db, run.targetId);
  if (target === null || target.url === null) return err({ reason: 'no_address' });
  if (target.environment === 'production') return err({ reason: 'production' });
  const secret = openTargetSecret(keyring(), target);
  if (secret === null) return err({ reason: 'secret_unreadable' });
  const request = {
    url: target.url,
    secret,
    id: `${trial.id}.${type}`,
    body: requestBody(asked, type, await sourceOf(db, run.nodeRowId)),
  };
  for (let tries = 0; ; tries += 1) {
    const answer = outcomeOf(await post(request, network()));
    const pauseMs = pausesMs[tries];
    if (answer === 'taken') return ok(null);
    if (!answer.again || pauseMs === undefined) return err({ reason: answer.reason });
    await sleep(pauseMs);
  }
}

interface SignedRequest {
  readonly url: string;
  readonly secret: string;
  /** The same over all tries. */
  readonly id: string;
  readonly body: string;
}

function post({ url, secret, id, body }: SignedRequest, network: Network): Promise<Exchange> {
  const seconds = Math.floor(Date.now() / 1_000);
  return postGuarded(
    {
      ...{ url, body },
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': webhookSignature({ id, seconds, body }, [secret]),
      },
      mayReach: (allowed) => typedAddressProblem(url, allowed) === null,
    },
    network,
  );
}

/** What an exchange means; of an answer that names a fault of the request, asking again brings nothing else. */
function outcomeOf(exchange: Exchange): 'taken' | { readonly reason: string; readonly again: boolean } {
  switch (exchange.kind) {
    case 'blocked':
      return { reason: 'blocked_address', again: false };
    case 'not_reached':
      return { reason: 'not_reached', again: true };
    case 'no_answer':
      return { reason: 'no_answer', again: true };
    case 'answered': {
      const { status } = exchange.answer;
      if (status >= 200 && status < 300) return 'taken';
      return {
        reason: `answered_${status}`,
        again: status === 408 || status === 425 || status === 429 || status >= 500,
      };
    }
  }
}

async function sourceOf(db: Db, nodeRowId: string): Promise<string> {
  const { workflow } = await db.node.findUniqueOrThrow({
    where: { id: nodeRowId },
    select: { workflow: { select: { source: { select: { key: true } } } } },
  });
  return workflow.source.key;
}
