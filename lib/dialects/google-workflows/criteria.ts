import { patternKey } from '@/lib/policy/classify';
import type { FailureClass } from '@/lib/policy/vocabulary';

/** What of an error is looked at, when it is asked whether to try again. */
export type Criterion =
  | { readonly kind: 'status'; readonly status: number }
  /** A code that the workflow itself or a service gives, letter by letter. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'range'; readonly digit: string }
  | { readonly kind: 'all' };

/** What becomes of errors that meet a criterion. */
export interface Rule {
  readonly criterion: Criterion;
  readonly class: FailureClass;
}

/** Tags of the engine's errors (Workflows documentation, "Workflow errors"). */
const TAGS = [
  'AuthError',
  'ConnectionError',
  'ConnectionFailedError',
  'HttpError',
  'IndexError',
  'KeyError',
  'OperationError',
  'ParallelNestingError',
  'RecursionError',
  'ResourceLimitError',
  'ResponseTypeError',
  'SystemError',
  'TimeoutError',
  'TypeError',
  'UnhandledBranchError',
  'ValueError',
  'ZeroDivisionError',
];
/** Tags by the words of our catalogue that mean them. */
const TAG_BY_TOKEN = new Map(
  ['ConnectionError', 'ConnectionFailedError', 'TimeoutError'].map((tag) => [patternKey(tag), tag]),
);
/** Words of our catalogue that come close to what the engine reports. */
const NEAR = new Map<string, Criterion>([
  ['dns_failure', { kind: 'tag', tag: 'ConnectionFailedError' }],
  ['rate_limited', { kind: 'status', status: 429 }],
  ['service_unavailable', { kind: 'status', status: 503 }],
  ['auth_failed', { kind: 'status', status: 401 }],
  ['permission_denied', { kind: 'status', status: 403 }],
  ['not_found', { kind: 'status', status: 404 }],
]);
/** Letters of a code that may stand in an expression as they are. */
const SAYABLE = /^[\w.:/ -]{1,80}$/;

/** A code or pattern of ours as the engine can look for it, and how close that is; null = it cannot. */
export interface Translated {
  readonly criterion: Criterion | null;
  /** Null = exactly. */
  readonly loss: 'code_names' | 'code_google_literal' | 'code_google_unsayable' | null;
}

/** Translates a code or pattern of a policy, by the built-in rows of the catalogue: what people added stands in no file. */
export function criterionOf(code: string): Translated {
  const key = patternKey(code);
  if (key === '*') return exactly({ kind: 'all' });
  if (code.endsWith('*')) {
    const text = code.slice(0, -1);
    return SAYABLE.test(text) ? { criterion: { kind: 'prefix', text }, loss: 'code_google_literal' } : UNSAYABLE;
  }
  const range = /^http_([45])xx$/.exec(key)?.[1];
  if (range) return exactly({ kind: 'range', digit: range });
  const status = /^http_(\d{3})$/.exec(key)?.[1];
  if (status) return exactly({ kind: 'status', status: Number(status) });
  const tag = isTag(code) ? code : TAG_BY_TOKEN.get(key);
  if (tag) return exactly({ kind: 'tag', tag });
  const near = NEAR.get(key);
  if (near) return { criterion: near, loss: 'code_names' };
  return SAYABLE.test(code) ? { criterion: { kind: 'literal', text: code }, loss: 'code_google_literal' } : UNSAYABLE;
}

/** True for a tag that the engine itself puts on errors. */
export function isTag(text: string): boolean {
  return TAGS.includes(text);
}

const UNSAYABLE: Translated = { criterion: null, loss: 'code_google_unsayable' };

function exactly(criterion: Criterion): Translated {
  return { criterion, loss: null };
}

/** How a criterion stands in a policy. */
export function codeOf(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'status':
      return `http_${criterion.status}`;
    case 'literal':
      return criterion.text;
    case 'tag':
      return criterion.tag;
    case 'prefix':
      return `${criterion.text}*`;
    case 'range':
      return `http_${criterion.digit}xx`;
    case 'all':
      return '*';
  }
}

/** Two criteria with the same key look for the same. */
export function criterionKey(criterion: Criterion): string {
  return `${criterion.kind} ${codeOf(criterion)}`;
}

/** Higher is more specific, as in `classify`; a prefix counts by its length. */
function rankOf(criterion: Criterion): number {
  switch (criterion.kind) {
    case 'status':
      return 1_000_003;
    case 'literal':
      return 1_000_002;
    case 'tag':
      return 1_000_001;
    case 'prefix':
      return 10 + criterion.text.length;
    case 'range':
      return 2;
    case 'all':
      return 1;
  }
}

/** The more specific first, since the first that fits decides; of equals, those that are not tried again. Each once. */
export function inOrder(rules: readonly Rule[]): readonly Rule[] {
  const terminal = new Set(rules.filter((rule) => rule.class === 'terminal').map(keyOf));
  const each = new Map(
    rules
      .filter((rule) => rule.class === 'terminal' || !terminal.has(keyOf(rule)))
      .map((rule): [string, Rule] => [keyOf(rule), rule]),
  );
  const last = (rule: Rule) => Number(rule.class === 'transient');
  return [...each.values()].sort(
    (a, b) => rankOf(b.criterion) - rankOf(a.criterion) || last(a) - last(b) || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

/** True where the first rule that fits is the most specific one, whatever the error. */
export function isInOrder(rules: readonly Rule[]): boolean {
  const ranks = rules.map(({ criterion }) => rankOf(criterion));
  const mixed = rules.some((rule) => rule.class !== rules[0]?.class);
  return !mixed || ranks.every((rank, i) => i === 0 || rank <= (ranks[i - 1] ?? 0));
}

/** Equal whatever their order. */
export function sameRules(a: readonly Rule[], b: readonly Rule[]): boolean {
  const said = (rules: readonly Rule[]) => new Set(rules.map((rule) => `${rule.class} ${keyOf(rule)}`));
  const [first, second] = [said(a), said(b)];
  return first.size === second.size && [...first].every((each) => second.has(each));
}

function keyOf({ criterion }: Rule): string {
  return criterionKey(criterion);
}

const transient = (criteria: readonly Criterion[]): readonly Rule[] =>
  criteria.map((criterion) => ({ criterion, class: 'transient' }));
const statuses = (...list: readonly number[]) => list.map((status): Criterion => ({ kind: 'status', status }));
const tags = (...list: readonly string[]) => list.map((tag): Criterion => ({ kind: 'tag', tag }));

/** What the engine's own predicates try again (Workflows, standard library: `http.default_retry_predicate`, `retry.always`). */
export const BUILT_IN: ReadonlyMap<string, readonly Rule[]> = new Map([
  [
    'http.default_retry_predicate',
    transient([...statuses(429, 502, 503, 504), ...tags('ConnectionError', 'ConnectionFailedError', 'TimeoutError')]),
  ],
  ['http.default_retry_predicate_non_idempotent', transient([...statuses(429, 503), ...tags('ConnectionFailedError')])],
  ['retry.always', transient([{ kind: 'all' }])],
  ['retry.never', []],
]);
