import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { type Attempt, type Decision, decide } from '@/lib/policy/decide';
import { delayBefore } from '@/lib/policy/schedule';
import type { NodePolicy } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';
import type { Repetition } from './repetition';
import { effectKey, type Sandbox } from './sandbox';
import { CODE_OF, type Fault } from './vocabulary';

/** How one try ended, in the words of whatever failed. */
export type TryResult =
  | { readonly status: 'succeeded' }
  | {
      readonly status: 'failed';
      /** Raw. */
      readonly errorCode: string | null;
      readonly errorMessage: string | null;
      /** What the receiver asked for, in ms. */
      readonly retryAfterMs?: number;
    };

/** What whoever executes a node is given: it makes attempts, and waits, and nothing else. */
export interface Executing {
  readonly policy: NodePolicy;
  /** What people had added to the catalogue when it was asked for. */
  readonly extra?: CatalogueExtra;
  readonly nodeId: string;
  readonly random: () => number;
  /** Makes attempt `number`, and keeps it in the log; returns it as it stands there. */
  attempt(number: number): Promise<Attempt>;
  /** Until the clock of the log shows `at`. */
  waitUntil(at: EpochMs): Promise<void>;
}

export type Executor = (executing: Executing) => Promise<void>;

/** Executes as the policy says: after each failure `decide` says whether and when to try again. */
export const obedient: Executor = async ({ policy, extra, nodeId, random, attempt, waitUntil }) => {
  const attempts: Attempt[] = [];
  for (;;) {
    const last = await attempt(attempts.length + 1);
    attempts.push(last);
    const decision = decide(policy, { nodeId, attempts, runEnded: false }, last.endedAt, extra);
    if (decision.kind !== 'retry') return;
    await waitUntil(nextStart(policy, decision, last, random()));
  }
};

type Retry = Extract<Decision, { kind: 'retry' }>;

/** Jitter draws from what the policy leaves open; what the receiver asks for is kept on top of it. */
function nextStart({ retry }: NodePolicy, decision: Retry, last: Attempt, random: number): EpochMs {
  if (retry === undefined) return decision.dueAt;
  const latest = last.endedAt + delayBefore(retry, decision.attempt);
  const drawn = decision.earliestAt + random * Math.max(0, latest - decision.earliestAt);
  const asked = last.endedAt + Math.min(retry.maxInterval ?? 0, last.retryAfterMs ?? 0);
  return Math.min(decision.dueAt, Math.max(drawn, asked));
}

/** One try at the sandbox. */
export interface Trying {
  readonly sandbox: Sandbox;
  /** `effect`: it works, and is answered. */
  readonly fault: Fault | 'effect';
  readonly trialId: string;
  readonly attempt: number;
  /** The input of the execution: the same with every attempt. */
  readonly input: string;
  readonly repetition: Repetition;
  /** Aborted: the try ends at once, and this throws. */
  readonly signal: AbortSignal;
}

/** How long a caller waits for what never answers, and at least for what does. */
const TIMEOUT_MS = 400;
const PATIENT_MS = 10_000;
const LOCK_TIMEOUT_MS = 200;

/** SHA-256 of what an execution was given, as it stands in the log. */
export function payloadHash(input: string): string {
  return createHash('sha256').update(input).digest('hex');
}

/** Makes one try. Throws only when `signal` ends it, or the sandbox itself is broken. */
export async function tryOnce(trying: Trying): Promise<TryResult> {
  trying.signal.throwIfAborted();
  try {
    await callOf(trying);
    return { status: 'succeeded' };
  } catch (error) {
    trying.signal.throwIfAborted();
    if (error instanceof Refused) {
      const { status, message, retryAfterMs } = error;
      const failed = { status: 'failed' as const, errorCode: `${status}`, errorMessage: message };
      return retryAfterMs === null ? failed : { ...failed, retryAfterMs };
    }
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (!(error instanceof Error) || typeof code !== 'string') throw error;
    return { status: 'failed', errorCode: code, errorMessage: error.message };
  }
}

async function callOf(trying: Trying): Promise<void> {
  const { sandbox, fault } = trying;
  switch (fault) {
    case 'closed_port':
      return post(sandbox.closed, trying, PATIENT_MS);
    case 'reset':
      return post(sandbox.reset, trying, PATIENT_MS);
    case 'never_answers':
    case 'effect_then_timeout':
      return post(`${sandbox.http}/${fault}`, trying, TIMEOUT_MS);
    case 'http_429':
    case 'http_503':
    case 'http_401':
    case 'effect':
      return post(`${sandbox.http}/${fault}`, trying, PATIENT_MS);
    case 'lock_wait':
      return waitForLock(trying);
    case 'unique_violation':
      return violate(trying);
    case 'thrown_before_call':
      throw coded(CODE_OF.thrown_before_call, 'getaddrinfo EAI_AGAIN payments.sandbox.invalid');
  }
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterMs: number | null,
  ) {
    super(message);
  }
}

/** Throws the error of the socket as Node has it, a timeout as `ETIMEDOUT`, and an answer that is none as `Refused`. */
function post(url: string, { trialId, input, repetition, signal }: Trying, timeoutMs: number): Promise<void> {
  const key = effectKey(repetition, { key: `${trialId} ${input}`, input });
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent: false, signal }, (response) => {
      text(response).then((said) => {
        const { statusCode = 0, statusMessage = '', headers } = response;
        if (statusCode < 300) return resolve();
        const after = Number(headers['retry-after']);
        const message = `HTTP ${statusCode} ${statusMessage}: ${said}`;
        reject(new Refused(statusCode, message, Number.isFinite(after) ? after * 1_000 : null));
      }, reject);
    });
    const limit = setTimeout(() => {
      call.destroy(coded('ETIMEDOUT', `no answer from ${new URL(url).pathname} within ${timeoutMs} ms`));
    }, timeoutMs);
    call.on('error', reject).on('close', () => clearTimeout(limit));
    call.end(JSON.stringify({ trialId, key, input }));
  });
}

/** Waits for a row that somebody really holds. */
async function waitForLock({ sandbox, trialId }: Trying): Promise<void> {
  const client = await sandbox.connect();
  try {
    const release = await sandbox.holdRow(trialId);
    try {
      await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(
        `select from drill.node n join drill.workflow w on w.id = n.workflow_id
         where w.source_id = $1::uuid for update of n`,
        [trialId],
      );
    } finally {
      await release();
    }
  } finally {
    await client.end();
  }
}

/** The same twice in one transaction: the second violates the key, and nothing of it stays. */
async function violate({ sandbox, trialId }: Trying): Promise<void> {
  const client = await sandbox.connect();
  try {
    const insert = 'insert into drill.effect (trial_id, number, happened_at) values ($1::uuid, 0, now())';
    await client.query('begin');
    await client.query(insert, [trialId]);
    await client.query(insert, [trialId]);
  } finally {
    await client.end();
  }
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
