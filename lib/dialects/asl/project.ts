import { CATALOGUE } from '@/lib/policy/catalogue';
import { type ClassifyInput, candidates, classify, classifyInput, patternKey } from '@/lib/policy/classify';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER, type FailureClass } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import type { Json } from '@/lib/shared/json';
import type { PartLoss } from '../part-losses';
import { engineNames } from './codes';
import { ALL, type Interpretation, largestDelayMs, type Schedule, TASK_FAILED } from './retriers';

/** Keys of patterns that catch more than one code, beside the prefixes. */
const WIDE = ['*', TASK_FAILED, 'http_4xx', 'http_5xx'];

type Path = readonly (string | number)[];
/** What of a policy stands in `Retry`: names that are never retried, and one schedule with the names it is for. */
export interface Projection {
  readonly terminal: readonly string[];
  readonly transient: {
    readonly names: readonly string[];
    readonly schedule: Schedule;
    readonly capWritten: boolean;
  } | null;
  readonly losses: readonly PartLoss[];
}

/** Translates retry and classification of a policy for a state with this `Resource`. */
export function project(policy: NodePolicy, resource: Json | undefined): Projection {
  const losses: PartLoss[] = [];
  const rules = (policy.classification ?? []).map((rule, i) => ({
    code: rule.code,
    class: rule.class,
    path: ['classification', i, 'code'],
  }));
  const retried = [...retryOnCodes(policy, losses), ...rules.filter((rule) => rule.class === 'transient')];
  const terminalNames = namesOf(
    rules.filter((rule) => rule.class === 'terminal'),
    resource,
    losses,
  );
  const transientNames = coveredByAll(namesOf(retried, resource, losses), losses);
  const stands = standing(policy);
  const terminal = unique(terminalNames.filter(({ name }) => stands(name, 'terminal')));
  const blocked = new Set(terminal.map((name) => patternKey(name)));
  const names = unique(
    transientNames.filter(({ name }) => stands(name, 'transient') && !blocked.has(patternKey(name))),
  );
  return { terminal, transient: transientOf(policy.retry, names, losses), losses };
}

/**
 * False where another rule takes a name away, as in `classify`: a single status out of its range, a
 * code of the catalogue that a rule names in another spelling or by a pattern.
 */
function standing(policy: NodePolicy): (name: string, as: FailureClass) => boolean {
  const input = classifyInput(policy);
  const isWide = (pattern: string) => pattern.endsWith('*') || WIDE.includes(patternKey(pattern));
  // The exact ones by their key, so that a long list is not gone through for each of its names.
  const exact = new Map<string, FailureClass>();
  for (const { pattern, class: each } of candidates(input))
    if (!isWide(pattern) && exact.get(patternKey(pattern)) !== 'terminal') exact.set(patternKey(pattern), each);
  const wide: ClassifyInput = {
    rules: input.rules.filter((rule) => isWide(rule.code)),
    retryOn: input.retryOn?.filter(isWide) ?? [],
  };
  return (name, as) => {
    if (name === ALL || name === TASK_FAILED) return true;
    return (exact.get(patternKey(name)) ?? classify(wide, name).decidedBy?.class ?? as) === as;
  };
}

/** True when a text that says `found` says the same as this projection. */
export function saysTheSame(found: Interpretation, projection: Projection): boolean {
  if (found.kind === 'engine') return false;
  const terminal = found.terminal.flatMap((each) => each.names);
  if (!sameSet(terminal, projection.terminal)) return false;
  const { transient } = projection;
  if (!found.transient || !transient) return found.transient === null && transient === null;
  return sameSet(found.transient.names, transient.names) && sameSchedule(found.transient.schedule, transient.schedule);
}

/** Equal in every delay, and in the cap beyond them. */
function sameSchedule(a: Schedule, b: Schedule): boolean {
  const keys = ['retries', 'intervalSeconds', 'rate', 'capMs', 'jitter'] as const;
  return keys.every((key) => a[key] === b[key]);
}

/** Equal as sets. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [new Set(a), new Set(b)];
  return first.size === second.size && [...first].every((each) => second.has(each));
}

interface Coded {
  readonly code: string;
  readonly path: Path;
}
interface Named {
  readonly name: string;
  readonly path: Path;
}

/** `retryOn`; where it is absent the catalogue decides, so that its transient codes stand for it. */
function retryOnCodes({ retry }: NodePolicy, losses: PartLoss[]): readonly Coded[] {
  if (!retry || retry.maxAttempts <= 1) return [];
  if (retry.retryOn) return retry.retryOn.map((code, i) => ({ code, path: ['retry', 'retryOn', i] }));
  losses.push({ path: ['retry', 'retryOn'], exactness: 'approximate', code: 'retry_on_absent' });
  return CATALOGUE.filter((row) => row.class === 'transient').map((row) => ({ code: row.token, path: [] }));
}

function namesOf(codes: readonly Coded[], resource: Json | undefined, losses: PartLoss[]): readonly Named[] {
  return codes.flatMap(({ code, path }) => {
    const { names, loss } = engineNames(code, resource);
    if (loss !== null && path.length > 0) {
      const exactness = loss === 'code_pattern' ? 'impossible' : 'approximate';
      losses.push({ path, exactness, code: loss, values: { code, names: names.join(', ') } });
    }
    return names.map((name) => ({ name, path }));
  });
}

/** `States.ALL` has to stand alone: beside it, other names say nothing more. */
function coveredByAll(named: readonly Named[], losses: PartLoss[]): readonly Named[] {
  const all = named.find((each) => each.name === ALL);
  if (!all) return named;
  for (const { name, path } of named)
    if (name !== ALL && path.length > 0)
      losses.push({ path, exactness: 'approximate', code: 'code_covered', values: { code: name } });
  return [all];
}

function transientOf(retry: Retry | undefined, names: readonly string[], losses: PartLoss[]): Projection['transient'] {
  if (!retry) return null;
  const { maxAttempts, initialInterval, maxInterval } = retry;
  if (maxAttempts <= 1 || initialInterval === undefined || maxInterval === undefined) {
    losses.push({ path: ['retry'], exactness: 'approximate', code: 'one_attempt' });
    return null;
  }
  if (names.length === 0) {
    losses.push({ path: ['retry'], exactness: 'impossible', code: 'nothing_retried' });
    return null;
  }
  const retries = maxAttempts - 1;
  const intervalSeconds = wholeSeconds(initialInterval, 'initialInterval', losses);
  const interval = intervalSeconds * SECOND_MS;
  const growing = maxInterval > interval && retry.backoff !== 'fixed';
  const rate = growing ? rateOf(retry, retries, losses) : 1;
  const natural = largestDelayMs({ retries, intervalSeconds, rate });
  // The engine reaches `natural` by itself, so a cap there says nothing.
  const cap = maxInterval === natural ? natural : wholeSeconds(maxInterval, 'maxInterval', losses) * SECOND_MS;
  const capWritten = cap !== natural && cap > interval;
  const capMs = Math.max(cap, interval);
  if (retry.jitter === 'equal')
    losses.push({ path: ['retry', 'jitter'], exactness: 'approximate', code: 'jitter_equal' });
  const jitter = retry.jitter === 'full' ? 'full' : 'none';
  return { names, schedule: { retries, intervalSeconds, rate, capMs, jitter }, capWritten };
}

function wholeSeconds(ms: number, field: string, losses: PartLoss[]): number {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds * SECOND_MS !== ms)
    losses.push({ path: ['retry', field], exactness: 'approximate', code: 'sub_second', values: { seconds } });
  return seconds;
}

function rateOf(retry: Retry, retries: number, losses: PartLoss[]): number {
  return retry.backoff === 'linear' ? linearRate(retries, losses) : (retry.multiplier ?? DEFAULT_MULTIPLIER);
}

/** The rate that gives the last delay of the linear schedule, so that the total is close. */
function linearRate(retries: number, losses: PartLoss[]): number {
  const rate = retries <= 1 ? 1 : Math.round(retries ** (1 / (retries - 1)) * 100) / 100;
  losses.push({ path: ['retry', 'backoff'], exactness: 'approximate', code: 'linear', values: { rate } });
  return rate;
}

function unique(named: readonly Named[]): readonly string[] {
  return [...new Set(named.map((each) => each.name))];
}
