import type { Json, JsonObject } from '@/lib/shared/json';
import { repeatSafety } from './check';
import { classify, classifyInput } from './classify';
import { sameJson } from './document';
import { completeRetryOn, decideCode, ruleFor, setAt, valueAt, writtenRules } from './edit';
import { exhaustedUnderRetry } from './read';
import type { NodePolicy, Retry } from './schema';
import type { Standard } from './standard-schema';
import {
  DEFAULT_MULTIPLIER,
  STANDARD_PARTS,
  STANDARD_RETRY_KEYS,
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

/**
 * A policy document in which these parts are as the standard says, put in by the edits of the form. The rest stays,
 * above all `retryOn`, a waiver, the record of a hand-off, and rules for single actions.
 */
export function putStandard(
  document: JsonObject,
  standard: JsonObject,
  parts: readonly StandardPart[] = STANDARD_PARTS,
): JsonObject {
  // The classes last: where a list of retried codes is written, they put it right.
  return PUT_ORDER.filter((part) => parts.includes(part)).reduce((next, part) => PUT[part](next, standard), document);
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

const PUT_ORDER: readonly StandardPart[] = ['retry', 'classification', 'notify', 'silence'];

const PUT: Readonly<Record<StandardPart, (document: JsonObject, standard: JsonObject) => JsonObject>> = {
  classification: (document, standard) =>
    writtenRules(standard).reduce((next, { code, class: wanted, reason }) => {
      if (wanted !== 'transient' && wanted !== 'terminal') return next;
      const decided = decideCode(next, code, wanted);
      const rule = ruleFor(decided, code);
      return rule && rule.reason === '' && reason !== ''
        ? setAt(decided, ['classification', rule.index, 'reason'], reason)
        : decided;
    }, document),
  retry: (document, standard) => {
    if (valueAt(standard, ['retry']) === undefined) return document;
    const put = STANDARD_RETRY_KEYS.reduce(
      (next, key) => setAt(next, ['retry', key], valueAt(standard, ['retry', key])),
      document,
    );
    const isNew = valueAt(document, ['retry']) === undefined && valueAt(standard, ['retry', 'maxAttempts']) !== 1;
    return isNew ? withRetryOn(put) : put;
  },
  notify: (document, standard) => {
    const notify = valueAt(standard, ['onExhausted', 'notify']);
    if (notify === undefined) return document;
    const at = exhaustedUnderRetry(document) ? ['retry', 'onExhausted'] : ['onExhausted'];
    const action = valueAt(document, [...at, 'action']) ?? 'manual';
    return setAt(setAt(document, [...at, 'action'], action), [...at, 'notify'], notify);
  },
  silence: (document, standard) => {
    const silence = valueAt(standard, ['alert', 'silence']);
    return silence === undefined ? document : setAt(document, ['alert', 'silence'], silence);
  },
};

/** As the form writes a new retry: with all codes that are tried again, but for those that rules hand over at once. */
function withRetryOn(document: JsonObject): JsonObject {
  const terminal = writtenRules(document).filter((rule) => rule.class === 'terminal');
  return terminal.reduce((next, { code }) => decideCode(next, code, 'terminal'), completeRetryOn(document));
}

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
  return STANDARD_RETRY_KEYS.filter((key) => asked[key] !== found[key]).map((key) => ({
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
