import { normaliseCode } from '@/lib/policy/catalogue';
import { patternKey } from '@/lib/policy/classify';
import type { NodePolicy } from '@/lib/policy/schema';

/**
 * Failures that an expression tells apart by the message of an HTTP template: status codes, and what Go's own client says
 * when it gets no answer (`net`, `net/http`; the agent hands its message on as it is).
 */
export interface Selection {
  /** Retried: `http_429`, `http_5xx`, `timeout`, … */
  readonly retried: readonly string[];
  /** Single status codes that a range among them would retry and must not: `http_501`. */
  readonly never: readonly string[];
}

const NETWORK: Readonly<Record<string, readonly string[]>> = {
  timeout: ['timeout', 'deadline exceeded'],
  connection_refused: ['connection refused'],
  connection_reset: ['connection reset'],
  dns_failure: ['no such host'],
};
const RANGES: Readonly<Record<string, string>> = { http_4xx: '4[0-9][0-9]', http_5xx: '5[0-9][0-9]' };
const STATUS = /^http_(\d{3})$/;
const MATCHES =
  /^lastRetry\.message matches (['"])([^'"]*)\1(?: && !\(lastRetry\.message matches (['"])([^'"]*)\3\))?$/;
const CODES = /^code: \(([^()]+)\)$/;

/**
 * What the expression of an HTTP template says of one of our codes; null: its messages do not tell. By the built-in rows
 * of the catalogue alone: what people added stands in no file.
 */
export function selectable(code: string): string | null {
  const key = patternKey(code);
  if (Object.hasOwn(RANGES, key) || Object.hasOwn(NETWORK, key)) return key;
  const token = normaliseCode(code);
  return STATUS.test(token) ? token : null;
}

/** Which failures a policy retries, as far as an expression can say it; null: it takes no expression. */
export function selectionOf({ retry, classification = [] }: NodePolicy): Selection | null {
  if (!retry?.retryOn || retry.retryOn.some((code) => patternKey(code) === '*')) return null;
  const rules = (wanted: 'transient' | 'terminal') =>
    classification.flatMap((rule) => (rule.class === wanted ? (selectable(rule.code) ?? []) : []));
  const terminal = new Set(rules('terminal'));
  const said = [...retry.retryOn.flatMap((code) => selectable(code) ?? []), ...rules('transient')];
  const retried = [...new Set(said)].filter((code) => !terminal.has(code));
  if (retried.length === 0) return null;
  const inRange = (code: string) => STATUS.test(code) && retried.includes(`${code.slice(0, 6)}xx`);
  return { retried, never: [...terminal].filter(inRange) };
}

/** True where both retry the same failures. */
export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  const words = (each: Selection | null) => each && [[...each.retried].sort(), [...each.never].sort()];
  return JSON.stringify(words(a)) === JSON.stringify(words(b));
}

/** `lastRetry.message matches 'code: (429|503)'`: true for the message of a failure that is retried. */
export function expressionOf({ retried, never }: Selection): string {
  const matches = (codes: readonly string[]) => `lastRetry.message matches '${patternOf(codes)}'`;
  return matches(retried) + (never.length > 0 ? ` && !(${matches(never)})` : '');
}

/** Reads an expression as it is written here; null for any other. */
export function readExpression(text: string): Selection | null {
  const match = MATCHES.exec(text.trim());
  const retried = match && codesOf(match[2] ?? '');
  const never = match?.[4] === undefined ? [] : codesOf(match[4]);
  return retried && never?.every((code) => STATUS.test(code)) ? { retried, never } : null;
}

function patternOf(codes: readonly string[]): string {
  const statuses = codes.flatMap((code) => RANGES[code] ?? STATUS.exec(code)?.[1] ?? []);
  const messages = codes.flatMap((code) => NETWORK[code] ?? []);
  return [...(statuses.length > 0 ? [`code: (${statuses.join('|')})`] : []), ...messages].join('|');
}

/** What stands between the bars of a pattern but for those within parentheses; in one pass, since it may be of any length. */
function alternatives(pattern: string): readonly string[] {
  const found: string[][] = [];
  let open = false;
  for (const piece of pattern.split('|')) {
    if (open) found.at(-1)?.push(piece);
    else found.push([piece]);
    if (/[()]/.test(piece)) open = piece.lastIndexOf('(') > piece.lastIndexOf(')');
  }
  return found.map((pieces) => pieces.join('|'));
}

function codesOf(pattern: string): readonly string[] | null {
  const parts = new Set(alternatives(pattern));
  const found: string[] = [];
  for (const part of parts) {
    const statuses = CODES.exec(part)?.[1]?.split('|');
    if (!statuses) continue;
    parts.delete(part);
    for (const status of statuses) {
      const range = Object.keys(RANGES).find((code) => RANGES[code] === status);
      if (range === undefined && !/^\d{3}$/.test(status)) return null;
      found.push(range ?? `http_${status}`);
    }
  }
  for (const [code, messages] of Object.entries(NETWORK)) {
    if (!messages.every((message) => parts.has(message))) continue;
    for (const message of messages) parts.delete(message);
    found.push(code);
  }
  return parts.size === 0 && found.length > 0 ? found : null;
}
