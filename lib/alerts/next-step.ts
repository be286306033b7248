import { MINUTE_MS } from '@/lib/shared/clock';
import { LONGEST_MS, MOST_TRIES, pauseMs } from './backoff';
import type { SendProblem, SendResult } from './send-result';

/** What is known of a delivery when a try has ended. */
export interface Tried {
  /** notification or test. */
  readonly kind: string;
  /** How often it was tried, this one included, since it was asked for. */
  readonly tries: number;
  readonly firstTriedAt: Date;
  /** A try before this one may have arrived. */
  readonly possibleDuplicate: boolean;
  readonly repeats: 'key' | 'blind';
}

export type NextStep =
  | { readonly state: 'sent' }
  | { readonly state: 'dead' | 'unknown'; readonly problem: SendProblem }
  | {
      readonly state: 'retry';
      readonly problem: SendProblem;
      readonly nextAt: Date;
      /** Says from now on that it may have come before. */
      readonly possibleDuplicate: boolean;
    };

/** Who tests a channel is waiting for the answer; a message that comes hours later says nothing. */
const LONGEST_TEST_MS = 10 * MINUTE_MS;

/**
 * What becomes of a delivery after a try (`channels.md`, "Delivery design"): refused for good is dead, what failed is
 * tried again up to 8 times or 24 h. What may have arrived is sent again where the receiver drops what it had
 * (`key`); where it cannot (`blind`), once more and marked, and it stays `unknown` when that is unclear as well.
 */
export function nextStep(tried: Tried, result: SendResult, { now, random }: { now: Date; random: number }): NextStep {
  switch (result.outcome) {
    case 'ok':
      return { state: 'sent' };
    case 'permanent':
      return { state: 'dead', problem: result.problem };
    case 'retry': {
      const nextAt = nextTry(tried, now, random, result);
      if (nextAt === null) return { state: 'dead', problem: 'given_up' };
      return { state: 'retry', problem: result.problem, nextAt, possibleDuplicate: tried.possibleDuplicate };
    }
    case 'unknown': {
      const blind = tried.repeats === 'blind';
      const nextAt = blind && tried.possibleDuplicate ? null : nextTry(tried, now, random);
      if (nextAt === null) return { state: 'unknown', problem: result.problem };
      return { state: 'retry', problem: result.problem, nextAt, possibleDuplicate: tried.possibleDuplicate || blind };
    }
  }
}

function nextTry(
  { kind, tries, firstTriedAt }: Tried,
  now: Date,
  random: number,
  { afterMs, mostTries = MOST_TRIES }: { afterMs?: number; mostTries?: number } = {},
): Date | null {
  if (tries >= Math.min(MOST_TRIES, mostTries)) return null;
  const nextAt = new Date(now.getTime() + pauseMs(tries, random, afterMs));
  const longest = kind === 'test' ? LONGEST_TEST_MS : LONGEST_MS;
  return nextAt.getTime() - firstTriedAt.getTime() > longest ? null : nextAt;
}
