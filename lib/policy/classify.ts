import type { Diagnostic } from '@/lib/shared/diagnostic';
import { type CatalogueExtra, catalogueRow, httpPattern, normaliseCode } from './catalogue';
import type { ClassificationRule, NodePolicy } from './schema';
import type { FailureClass } from './vocabulary';

/** What decides the class of a code on one node. */
export interface ClassifyInput {
  readonly rules: readonly ClassificationRule[];
  /** Absent = none written, and the catalogue decides; present = a closed list, even when empty. */
  readonly retryOn?: readonly string[];
  /** Rows that people added to the catalogue. */
  readonly extra?: CatalogueExtra;
  /**
   * Id of the action that failed. Unknown in most logs: then every rule applies, whatever action
   * it names, and among equally specific ones that disagree terminal wins.
   */
  readonly action?: string;
}

export interface Classification {
  readonly class: FailureClass;
  /** `rule:<pattern>`, `retryOn:<pattern>`, `not in retryOn`, `catalogue` or `unknown`. */
  readonly because: string;
  /** Unclassified: no rule, no `retryOn` entry and no catalogue row covers the code. */
  readonly unknown: boolean;
  /** Candidates of the same pattern disagreed, and terminal was taken (see `conflicts`). */
  readonly conflict: boolean;
  /** The candidate that decided, as written; null when none did. */
  readonly decidedBy: Candidate | null;
  /** The code as a token of the catalogue; equal to the code when that knows nothing; null = no code. */
  readonly token: string | null;
}

/** A rule, or an entry of `retryOn` read as a transient rule. */
export interface Candidate {
  readonly from: 'rule' | 'retryOn';
  /** Its place in `classification` or `retry.retryOn`. */
  readonly index: number;
  /** As written. */
  readonly pattern: string;
  readonly class: FailureClass;
  readonly action?: string;
}

/** The rules and `retryOn` of a policy, in the form that `classify` takes. */
export function classifyInput(policy: NodePolicy, extra?: CatalogueExtra): ClassifyInput {
  const { classification: rules = [], retry } = policy;
  return {
    rules,
    ...(retry?.retryOn && { retryOn: retry.retryOn }),
    ...(extra && { extra }),
  };
}

/**
 * The class of an error code as the log has it, null for none (`domain.md`, "Classification").
 * The most specific candidate wins: exact code, longest prefix `abc*`, `http_4xx`/`http_5xx`,
 * `States.TaskFailed`, `*`. Codes and patterns are compared as written first, then normalised.
 */
export function classify(input: ClassifyInput, code: string | null): Classification {
  const { extra, retryOn } = input;
  const token = code === null ? null : normaliseCode(code, extra);
  const row = token === null ? null : catalogueRow(token, extra);
  const found = best(input, code, token);
  if (found !== null) {
    const { candidate, conflict } = found;
    const because = `${candidate.from}:${candidate.pattern}`;
    return {
      class: candidate.class,
      because,
      unknown: false,
      conflict,
      decidedBy: candidate,
      token,
    };
  }
  const rest = {
    unknown: row === null,
    conflict: false,
    decidedBy: null,
    token,
  };
  if (retryOn !== undefined) return { class: 'terminal', because: 'not in retryOn', ...rest };
  if (row !== null) return { class: row.class, because: 'catalogue', ...rest };
  return { class: 'terminal', because: 'unknown', ...rest };
}

/** All that may decide: the node's rules, then `retryOn`. */
export function candidates({ rules, retryOn = [] }: Pick<ClassifyInput, 'rules' | 'retryOn'>): Candidate[] {
  return [
    ...rules.map((rule, index): Candidate => {
      const scope = rule.action === undefined ? {} : { action: rule.action };
      return {
        from: 'rule',
        index,
        pattern: rule.code,
        class: rule.class,
        ...scope,
      };
    }),
    ...retryOn.map(
      (pattern, index): Candidate => ({
        from: 'retryOn',
        index,
        pattern,
        class: 'transient',
      }),
    ),
  ];
}

/** Two patterns with the same key catch the same codes: `HTTP_503` and `503`, `States.ALL` and `*`. */
export function patternKey(pattern: string, extra?: CatalogueExtra): string {
  if (pattern === 'States.ALL') return '*';
  if (pattern === 'States.TaskFailed' || pattern.endsWith('*')) return pattern;
  return normaliseCode(pattern, extra);
}

/**
 * Same pattern, different class: transient in `retryOn` and terminal in a rule, or two rules of
 * one scope. One diagnostic at each of the two places, each naming the other.
 */
export function conflicts(input: Pick<ClassifyInput, 'rules' | 'retryOn' | 'extra'>): Diagnostic[] {
  const all = candidates(input).map((candidate) => ({
    candidate,
    key: patternKey(candidate.pattern, input.extra),
  }));
  const opponents = firstByKind(all);
  return all.flatMap(({ candidate, key }) => {
    const other = opponents(key, candidate);
    if (other === undefined) return [];
    const values = {
      code: candidate.pattern,
      class: candidate.class,
      other: other.pattern,
      otherClass: other.class,
      otherPlace: other.from,
      otherNumber: other.index + 1,
    };
    return [
      {
        code: 'classification_conflict',
        severity: 'error' as const,
        values,
        path: candidatePath(candidate),
      },
    ];
  });
}

/** The first candidate of the same key that disagrees, without going through all of a long list for each. */
function firstByKind(all: readonly { readonly candidate: Candidate; readonly key: string }[]) {
  const first = new Map<string, Candidate>();
  const kind = (...parts: readonly (string | undefined)[]) => JSON.stringify(parts);
  for (const { candidate, key } of all.toReversed()) {
    const { from, class: each, action } = candidate;
    first.set(kind(key, from, each), candidate);
    first.set(kind(key, from, each, action, 'scope'), candidate);
  }
  return (key: string, { from, class: each, action }: Candidate): Candidate | undefined => {
    const opposite = each === 'terminal' ? 'transient' : 'terminal';
    const same = first.get(kind(key, from, opposite, action, 'scope'));
    const away = first.get(kind(key, from === 'rule' ? 'retryOn' : 'rule', opposite));
    return from === 'rule' ? (same ?? away) : (away ?? same);
  };
}

/** Where in the node's config a candidate stands. */
export function candidatePath(candidate: Candidate): (string | number)[] {
  return candidate.from === 'rule' ? ['classification', candidate.index] : ['retry', 'retryOn', candidate.index];
}

/** Higher is more specific; a prefix counts by its length. */
const RANK = {
  exactRaw: 1e9 + 1,
  exact: 1e9,
  prefix: 1000,
  http: 3,
  taskFailed: 2,
  everything: 1,
} as const;
/** Errors that Step Functions lets no wildcard catch (Developer Guide, "Handling errors"). */
const UNCATCHABLE = new Set(['States.Runtime', 'States.DataLimitExceeded']);

function best(input: ClassifyInput, code: string | null, token: string | null) {
  const matches = candidates(input)
    .filter((each) => applies(each, input.action))
    .map((candidate) => ({
      candidate,
      rank: rankOf(candidate.pattern, code, token, input.extra),
    }))
    .filter((match) => match.rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const top = matches[0];
  if (top === undefined) return null;
  const key = patternKey(top.candidate.pattern, input.extra);
  const same = matches.map((each) => each.candidate).filter((each) => patternKey(each.pattern, input.extra) === key);
  const conflict = same.some((a) => same.some((b) => disagree(a, b)));
  const scoped = input.action === undefined ? undefined : same.find((each) => each.action !== undefined);
  const terminal = same.find((each) => each.class === 'terminal');
  if (conflict || input.action === undefined) return { candidate: terminal ?? top.candidate, conflict };
  return { candidate: scoped ?? top.candidate, conflict };
}

function applies(candidate: Candidate, action: string | undefined): boolean {
  return candidate.action === undefined || action === undefined || candidate.action === action;
}

/** A rule may differ from one of another scope, but never from `retryOn`. */
function disagree(a: Candidate, b: Candidate): boolean {
  return a.class !== b.class && (a.from !== b.from || a.action === b.action);
}

function rankOf(pattern: string, code: string | null, token: string | null, extra?: CatalogueExtra): number {
  const key = patternKey(pattern, extra);
  if (key === '*') return code !== null && UNCATCHABLE.has(code) && pattern !== '*' ? 0 : RANK.everything;
  if (code === null || token === null) return 0;
  if (pattern === 'States.TaskFailed') return UNCATCHABLE.has(code) || token === 'timeout' ? 0 : RANK.taskFailed;
  if (pattern === code) return RANK.exactRaw;
  if (key === token) return RANK.exact;
  if (pattern.endsWith('*')) {
    const prefix = pattern.slice(0, -1);
    return code.startsWith(prefix) || token.startsWith(prefix) ? RANK.prefix + prefix.length : 0;
  }
  return key === httpPattern(token) ? RANK.http : 0;
}
