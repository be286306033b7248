import { CATALOGUE } from '@/lib/policy/catalogue';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER, type FailureClass } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import { approximate, impossible, type PartLoss } from '../part-losses';
import { BUILT_IN, codeOf, criterionKey, criterionOf, inOrder, type Rule, sameRules } from './criteria';
import { type Interpretation, type Schedule, sameSchedule } from './retry';

/** What of a policy stands in the text. */
export interface Projection {
  /** Null: nothing is tried again. */
  readonly schedule: Schedule | null;
  readonly rules: readonly Rule[];
  /** Predicate of the engine that says these rules; null = a subworkflow is needed. */
  readonly builtIn: string | null;
  readonly losses: readonly PartLoss[];
}

/** Translates retry and classification of a policy; `ownPredicate`: the text has room for a subworkflow. */
export function project(policy: NodePolicy, ownPredicate: boolean): Projection {
  const { retry } = policy;
  const losses: PartLoss[] = [];
  if (!retry) return nothing([...ruleLosses(policy, false)]);
  if (retry.maxAttempts <= 1 || retry.initialInterval === undefined)
    return nothing([approximate('one_attempt', ['retry']), ...ruleLosses(policy, false)]);
  const wanted = rulesOf(policy, losses);
  const said = ownPredicate ? { rules: wanted, builtIn: builtInFor(wanted) } : nearest(wanted, losses);
  losses.push(...ruleLosses(policy, ownPredicate));
  if (!said?.rules.some((rule) => rule.class === 'transient'))
    return nothing([impossible('google_nothing_retried', ['retry']), ...losses]);
  return { ...said, schedule: scheduleOf(retry, losses), losses };
}

/** True when a text that says `found` says the same as this projection. */
export function saysTheSame(found: Interpretation, { schedule, rules }: Projection): boolean {
  if (found.kind === 'engine' || !sameSchedule(found.schedule, schedule)) return false;
  return schedule === null || (found.rules !== null && sameRules(found.rules, rules));
}

function nothing(losses: readonly PartLoss[]): Projection {
  return { schedule: null, rules: [], builtIn: null, losses };
}

/** A code of the policy with the place at which it stands there; none for those of the catalogue. */
interface Coded {
  readonly code: string;
  readonly class: FailureClass;
  readonly path: readonly (string | number)[];
}

function rulesOf(policy: NodePolicy, losses: PartLoss[]): readonly Rule[] {
  const classes = (policy.classification ?? []).map(
    ({ code, class: each }, i): Coded => ({ code, class: each, path: ['classification', i, 'code'] }),
  );
  const coded = [...classes, ...retryOnCodes(policy, losses)];
  return inOrder(
    coded.flatMap(({ code, class: each, path }): readonly Rule[] => {
      const { criterion, loss } = criterionOf(code);
      if (loss !== null && path.length > 0) {
        const values = { code, names: criterion ? codeOf(criterion) : '' };
        losses.push(criterion ? approximate(loss, path, values) : impossible(loss, path, values));
      }
      return criterion ? [{ criterion, class: each }] : [];
    }),
  );
}

/** `retryOn`; where it is absent the catalogue decides, so that its codes stand for it, those too that it takes out. */
function retryOnCodes({ retry, classification = [] }: NodePolicy, losses: PartLoss[]): readonly Coded[] {
  const listed = retry?.retryOn?.map((code, i): Coded => ({ code, class: 'transient', path: ['retry', 'retryOn', i] }));
  if (listed) return listed;
  losses.push(approximate('retry_on_absent', ['retry', 'retryOn']));
  const decided = new Set(classification.map(({ code }) => keyOf(code)));
  return CATALOGUE.filter((row) => row.class === 'transient' || /^http_5\d\d$/.test(row.token))
    .filter((row) => !decided.has(keyOf(row.token)) && criterionOf(row.token).loss !== 'code_google_literal')
    .map((row) => ({ code: row.token, class: row.class, path: [] }));
}

function keyOf(code: string): string | null {
  const { criterion } = criterionOf(code);
  return criterion && criterionKey(criterion);
}

function builtInFor(rules: readonly Rule[]): string | null {
  return [...BUILT_IN].find(([, each]) => each.length > 0 && sameRules(each, rules))?.[0] ?? null;
}

/**
 * Where the steps stand directly in the file there is no room for a subworkflow: the predicate of the engine that tries
 * most of what shall be tried, and nothing that a rule forbids; null = none does.
 */
function nearest(wanted: readonly Rule[], losses: PartLoss[]): Pick<Projection, 'rules' | 'builtIn'> | null {
  const exact = builtInFor(wanted);
  if (exact !== null) return { rules: wanted, builtIn: exact };
  const covered = (each: readonly Rule[]) => each.filter((rule) => decided(wanted, rule) === 'transient').length;
  const [best] = [...BUILT_IN]
    .filter(([name, each]) => name !== 'retry.always' && covered(each) > 0)
    .filter(([, each]) => each.every((rule) => decided(wanted, rule) !== 'terminal'))
    .sort(([, a], [, b]) => covered(b) / b.length - covered(a) / a.length || covered(b) - covered(a));
  if (!best) return null;
  const [builtIn, rules] = best;
  const names = rules.map(({ criterion }) => codeOf(criterion)).join(', ');
  losses.push(approximate('google_no_room', ['retry', 'retryOn'], { names }));
  return { rules, builtIn };
}

/** What the rules say of errors that meet exactly one criterion; null = nothing. */
function decided(rules: readonly Rule[], { criterion }: Rule): FailureClass | null {
  const key = criterionKey(criterion);
  const fits = ({ criterion: each }: Rule) =>
    each.kind === 'all' ||
    criterionKey(each) === key ||
    (each.kind === 'range' && criterion.kind === 'status' && String(criterion.status).startsWith(each.digit));
  return rules.find(fits)?.class ?? null;
}

function scheduleOf(retry: Retry, losses: PartLoss[]): Schedule {
  const { maxAttempts, initialInterval = SECOND_MS, maxInterval = initialInterval, backoff } = retry;
  const retries = maxAttempts - 1;
  const initialSeconds = wholeSeconds(initialInterval, 'initialInterval', losses);
  const maxSeconds = Math.max(initialSeconds, wholeSeconds(maxInterval, 'maxInterval', losses));
  if (retry.jitter === 'full' || retry.jitter === 'equal')
    losses.push(impossible('google_jitter', ['retry', 'jitter']));
  const multiplier = multiplierOf(backoff ?? 'fixed', retry, losses);
  return { retries, initialSeconds, maxSeconds, multiplier };
}

function wholeSeconds(ms: number, field: string, losses: PartLoss[]): number {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds * SECOND_MS !== ms) losses.push(approximate('google_sub_second', ['retry', field], { seconds }));
  return seconds;
}

function multiplierOf(backoff: NonNullable<Retry['backoff']>, retry: Retry, losses: PartLoss[]): number {
  if (backoff === 'fixed') return 1;
  if (backoff === 'exponential') return retry.multiplier ?? DEFAULT_MULTIPLIER;
  const retries = retry.maxAttempts - 1;
  // The factor that gives the last pause of the linear schedule, so that the total is close.
  const rate = retries <= 1 ? 1 : Math.round(retries ** (1 / (retries - 1)) * 100) / 100;
  losses.push(approximate('google_linear', ['retry', 'backoff'], { rate }));
  return rate;
}

/** Of rules, the text says code and class; without room for a predicate of its own, nothing. */
function ruleLosses({ classification }: NodePolicy, said: boolean): readonly PartLoss[] {
  if (classification?.length === 0) return [impossible('empty_list', ['classification'])];
  const seen = new Set<string>();
  return (classification ?? []).flatMap((rule, i): readonly PartLoss[] => {
    const path = ['classification', i];
    if (!said) return [impossible('google_rule', path, { code: rule.code })];
    const twice = seen.has(rule.code);
    seen.add(rule.code);
    return [
      ...(rule.class === 'transient' ? [approximate('rule_transient', path, { code: rule.code })] : []),
      ...(twice ? [approximate('rule_twice', path, { code: rule.code })] : []),
      ...(rule.action === undefined ? [] : [impossible('google_rule_action', [...path, 'action'])]),
      ...(rule.reason === undefined ? [] : [impossible('rule_reason', [...path, 'reason'])]),
    ];
  });
}
