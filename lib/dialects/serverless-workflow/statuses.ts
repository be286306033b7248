import { candidates, classify, classifyInput, patternKey } from '@/lib/policy/classify';
import type { NodePolicy } from '@/lib/policy/schema';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own } from '../source/shape';

/**
 * Errors of the DSL carry a status, as HTTP does (`dsl-reference.md`, "Standard Error Types"): that is what a `catch`
 * can tell them apart by. A set of statuses is written as its ranges, ascending.
 */
export type Statuses = readonly StatusRange[];
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** Below 400 and above 599 there are no errors. */
const [FIRST, LAST] = [400, 599];
export const ALL_STATUSES: Statuses = [{ from: FIRST, to: LAST }];

/** Statuses of which the catalogue says something of their own. */
const KNOWN = [400, 401, 403, 404, 408, 409, 422, 425, 429, 501, 505];
/**
 * Statuses under which errors that are no answers of HTTP arrive: the specification gives a timeout 408, and a failed
 * communication or an unexpected error 500; sdk-java gives the former 502.
 */
const NEAR: Readonly<Record<string, readonly number[]>> = {
  timeout: [408],
  rate_limited: [429],
  service_unavailable: [503],
};
const OTHER = [500, 502];

/** What a policy's codes come to, told by status only. */
export interface StatusesWanted {
  readonly statuses: Statuses;
  /** Codes that are no statuses, tried again or not: they go by the status that they are likely to arrive under. */
  readonly guessed: readonly string[];
}

/** Worked out once for each policy: reading, planning and losses all ask. */
const worked = new WeakMap<NodePolicy, StatusesWanted>();

/** The statuses that a policy tries again. */
export function statusesOf(policy: NodePolicy): StatusesWanted {
  const known = worked.get(policy) ?? workOut(policy);
  worked.set(policy, known);
  return known;
}

function workOut(policy: NodePolicy): StatusesWanted {
  const input = classifyInput(policy);
  const all = candidates(input).map((each) => ({ ...each, key: patternKey(each.pattern) }));
  const named = all.flatMap(({ key }) => (/^http_\d{3}$/.test(key) ? [Number(key.slice(5))] : []));
  const single = [...new Set([...KNOWN, ...named])].filter((status) => status >= FIRST && status <= LAST);
  // A prefix of a status may mean any of them: then each is asked for.
  const every = all.some(({ key }) => isStatusPrefix(key));
  // With a closed list in which nothing is about a status, none is tried again.
  const about = input.retryOn === undefined || all.some(({ key }) => isAboutStatuses(key));
  const asked = new Map<number, boolean>();
  const isTransient = (status: number) => about && classify(input, `http_${status}`).class === 'transient';
  for (const status of single) asked.set(status, isTransient(status));
  const usual = [400, 500].map((from) => {
    const free = Array.from({ length: 100 }, (_, i) => from + i).find((status) => !asked.has(status));
    return free !== undefined && isTransient(free);
  });
  const others = all.filter(({ key }) => !/^http_(?:\d{3}|[45]xx)$/.test(key) && key !== '*' && !isStatusPrefix(key));
  const near = new Set(others.flatMap(({ class: kind, key }) => (kind === 'transient' ? (NEAR[key] ?? OTHER) : [])));
  const decided = (status: number) => {
    const { decidedBy } = classify(input, `http_${status}`);
    return decidedBy?.class === 'terminal' && patternKey(decidedBy.pattern) !== '*';
  };
  const statuses: number[] = [];
  for (let status = FIRST; status <= LAST; status += 1) {
    const said = every ? isTransient(status) : (asked.get(status) ?? usual[status < 500 ? 0 : 1] ?? false);
    if (said || (near.has(status) && !decided(status))) statuses.push(status);
  }
  return { statuses: rangesOf(statuses), guessed: [...new Set(others.map(({ pattern }) => pattern))] };
}

function isAboutStatuses(key: string): boolean {
  return key === '*' || key === 'States.TaskFailed' || key.startsWith('http_') || isStatusPrefix(key);
}

function isStatusPrefix(key: string): boolean {
  if (!key.endsWith('*') || key === '*') return false;
  const start = key.slice(0, -1);
  return start.startsWith('http_') || 'http_'.startsWith(start);
}

/** The statuses that a `catch` catches; null = what it asks for cannot be said by statuses. */
export function readFilter(block: JsonObject): Statuses | null {
  const errors = own(block, 'errors');
  const when = own(block, 'when');
  const filter = errors === undefined ? {} : isJsonObject(errors) && (own(errors, 'with') ?? {});
  if (!isJsonObject(filter)) return null;
  const { status, type, ...rest } = filter;
  const typed = typeof type === 'string' && /\/errors(?:\/types)?\/communication$/.test(type);
  if (Object.keys(rest).length > 0 || (type !== undefined && !(typed && status !== undefined))) return null;
  if (status === undefined) return when === undefined ? ALL_STATUSES : readExpression(when);
  const single = typeof status === 'number' && Number.isInteger(status) && status >= FIRST && status <= LAST;
  return single && when === undefined ? [{ from: status, to: status }] : null;
}

/** What a `catch` says so that it catches these statuses; keys that it shall not have are undefined. */
export function writeFilter(statuses: Statuses): { readonly errors?: Json; readonly when?: Json } {
  const [only, ...others] = statuses;
  if (sameStatuses(statuses, ALL_STATUSES)) return {};
  if (only && others.length === 0 && only.from === only.to) return { errors: { with: { status: only.from } } };
  const parts = statuses.flatMap(({ from, to }) => {
    if (to - from < 2) return from === to ? [`.status == ${from}`] : [`.status == ${from}`, `.status == ${to}`];
    if (to === LAST) return [`.status >= ${from}`];
    return [`(.status >= ${from} and .status <= ${to})`];
  });
  return { when: `\${ ${parts.join(' or ')} }` };
}

/** True for the same set. */
export function sameStatuses(a: Statuses, b: Statuses): boolean {
  return a.length === b.length && a.every(({ from, to }, i) => from === b[i]?.from && to === b[i]?.to);
}

/** Statuses as codes of a policy. */
export function codesOf(statuses: Statuses): readonly string[] {
  if (sameStatuses(statuses, ALL_STATUSES)) return ['*'];
  return statuses.flatMap(({ from, to }) => {
    const codes: string[] = [];
    for (let status = from; status <= to; status += 1) {
      const whole = status % 100 === 0 && status + 99 <= to;
      codes.push(whole ? `http_${status / 100}xx` : `http_${status}`);
      if (whole) status += 99;
    }
    return codes;
  });
}

/** Statuses as people read them: `408, 500–599`. */
export function sayStatuses(statuses: Statuses): string {
  return statuses.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

const BOUND = String.raw`\.status\s*(==|>=)\s*(\d{3})`;
const PART = new RegExp(String.raw`^(?:${BOUND}|\(\s*\.status\s*>=\s*(\d{3})\s+and\s+\.status\s*<=\s*(\d{3})\s*\))$`);

/** An expression as we write it; others are nobody's guess. */
function readExpression(value: Json): Statuses | null {
  if (typeof value !== 'string' || value.length > 4000) return null;
  const inner = /^\s*\$\{([\s\S]*)\}\s*$/.exec(value)?.[1] ?? value;
  const statuses = new Set<number>();
  for (const part of inner.trim().split(/\s+or\s+/)) {
    const match = PART.exec(part);
    if (!match) return null;
    const [, sign, bound, low, high] = match;
    const from = Number(bound ?? low);
    const ends = { '==': from, '>=': LAST };
    const to = sign === '==' || sign === '>=' ? ends[sign] : Number(high);
    if (from < FIRST || to > LAST) return null;
    for (let status = from; status <= to; status += 1) statuses.add(status);
  }
  return rangesOf([...statuses].sort((a, b) => a - b));
}

function rangesOf(statuses: readonly number[]): Statuses {
  const ranges: { from: number; to: number }[] = [];
  for (const status of statuses) {
    const last = ranges.at(-1);
    if (last && last.to === status - 1) last.to = status;
    else ranges.push({ from: status, to: status });
  }
  return ranges;
}
