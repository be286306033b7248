import type { Json, JsonObject } from '@/lib/shared/json';
import { repeatSafety } from './check';
import { classify, classifyInput } from './classify';
import { sameJson } from './document';
import type { NodePolicy, Retry } from './schema';
import type { Standard } from './standard-schema';
import {
  DEFAULT_MULTIPLIER,
  SCHEDULE_KEYS,
  STANDARD_PARTS,
  type StandardPart,
  type StandardRetryKey,
} from './vocabulary';

/**
 * The rules by which nodes are held against standards. Raise it when they change (the catalogue, what counts as
 * agreeing): what was worked out by older rules is then made again.
 */
export const STANDARD_RULES = 1;

/** How a part differs: nothing of the kind is decided; something else is; the node's config cannot be read. */
export type Way = 'missing' | 'other' | 'unreadable';

/** One thing that is not as the standard says. */
export interface Deviation {
  readonly part: StandardPart;
  readonly way: Way;
  /** Of retry: what of it differs; of a class: the code. Null = the part as a whole. */
  readonly what: string | null;
}

/** A part that the node need not have. */
export interface Excuse {
  readonly part: 'retry';
  /** Actions (ids) of which no one may run twice, so that the gate forbids every retry. */
  readonly actions: readonly string[];
}

/** What a node makes of the standard of the group that owns it. */
export interface Comparison {
  readonly deviations: readonly Deviation[];
  readonly excuses: readonly Excuse[];
}

/**
 * Which parts of a node's policy are not as the standard of its group says. What is stricter deviates too. Durations
 * compare by value; the class of a code by what `classify` makes of it, so that a pattern that covers it agrees, and one
 * that nobody decided does not. `policy` null = it cannot be read; `owner`: the group (slug) that owns the node, which
 * is told where the node names nobody. A node in which an action may not run twice, and that does without retry, is
 * excused from it.
 */
export function deviations(standard: Standard, policy: NodePolicy | null, owner: string): Comparison {
  if (policy === null)
    return {
      deviations: partsOf(standard).map((part) => ({ part, way: 'unreadable', what: null })),
      excuses: [],
    };
  const excuses = excusesOf(standard, policy);
  return {
    deviations: [
      ...classDeviations(standard, policy),
      ...(excuses.length > 0 ? [] : retryDeviations(standard.retry, policy.retry)),
      ...toldDeviations(standard, policy, owner),
      ...silenceDeviations(standard, policy),
    ],
    excuses,
  };
}

/** The parts about which a standard says something. */
export function partsOf({ classification = [], retry, onExhausted, alert }: Standard): StandardPart[] {
  const said: Readonly<Record<StandardPart, boolean>> = {
    classification: classification.length > 0,
    retry: retry !== undefined,
    notify: onExhausted?.notify !== undefined,
    silence: alert?.silence !== undefined,
  };
  return STANDARD_PARTS.filter((part) => said[part]);
}

/** The parts that deviate, each once. */
export function deviatingParts({ deviations: all }: Comparison): StandardPart[] {
  return STANDARD_PARTS.filter((part) => all.some((each) => each.part === part));
}

/** The standard without parts and lists that say nothing. `{}` = it says nothing at all. */
export function trimmedStandard(standard: JsonObject): JsonObject {
  const empty = ([key, value]: [string, Json | undefined]) =>
    value === undefined || (EMPTY[key] ?? []).some((nothing) => sameJson(value, nothing));
  return Object.fromEntries(Object.entries(standard).filter((entry) => !empty(entry)));
}

const EMPTY: Readonly<Record<string, readonly Json[]>> = {
  classification: [[]],
  onExhausted: [{}, { action: 'manual' }],
  alert: [{}],
};

/** Retry may not be asked of a node in which an action may not run twice; it does not deviate by doing without. */
function excusesOf({ retry }: Standard, policy: NodePolicy): Excuse[] {
  const asked = (retry?.maxAttempts ?? 1) > 1;
  if (!asked || (policy.retry?.maxAttempts ?? 1) > 1 || policy.retry?.waiver !== undefined) return [];
  const unsafe = (policy.actions ?? []).filter((action) => repeatSafety(action) === 'unsafe');
  return unsafe.length > 0 ? [{ part: 'retry', actions: unsafe.map(({ id }) => id) }] : [];
}

function retryDeviations(wanted: Retry | undefined, written: Retry | undefined): Deviation[] {
  if (wanted === undefined) return [];
  if (written === undefined) return [{ part: 'retry', way: 'missing', what: null }];
  const [asked, found] = [schedule(wanted), schedule(written)];
  return SCHEDULE_KEYS.filter((key) => asked[key] !== found[key]).map((key) => ({
    part: 'retry',
    way: 'other',
    what: key,
  }));
}

/** What a retry comes to: what is left out has its usual value, and what has no effect is not compared. */
function schedule(retry: Retry): Partial<Record<StandardRetryKey, string | number>> {
  const { maxAttempts, backoff, initialInterval, maxInterval, multiplier, jitter, maxElapsed } = retry;
  if (maxAttempts <= 1) return { maxAttempts };
  return {
    ...{ maxAttempts, backoff, initialInterval, maxInterval, maxElapsed, jitter: jitter ?? 'none' },
    ...(backoff === 'exponential' && { multiplier: multiplier ?? DEFAULT_MULTIPLIER }),
  };
}

function toldDeviations({ onExhausted }: Standard, policy: NodePolicy, owner: string): Deviation[] {
  const wanted = onExhausted?.notify;
  const named = policy.onExhausted?.notify;
  if (wanted === undefined || wanted === (named ?? owner)) return [];
  return [{ part: 'notify', way: named === undefined ? 'missing' : 'other', what: null }];
}

function silenceDeviations({ alert }: Standard, policy: NodePolicy): Deviation[] {
  const [wanted, written] = [alert?.silence, policy.alert?.silence];
  if (wanted === undefined || wanted === written) return [];
  return [{ part: 'silence', way: written === undefined ? 'missing' : 'other', what: null }];
}

function classDeviations({ classification = [] }: Standard, policy: NodePolicy): Deviation[] {
  const rules = classifyInput(policy);
  return classification.flatMap(({ code, class: wanted }): Deviation[] => {
    const found = classify(rules, code);
    if (found.unknown) return [{ part: 'classification', way: 'missing', what: code }];
    return found.class === wanted ? [] : [{ part: 'classification', way: 'other', what: code }];
  });
}

/** True where two standards say the same. */
export function sameStandard(a: JsonObject, b: JsonObject): boolean {
  return sameJson(trimmedStandard(a), trimmedStandard(b));
}
