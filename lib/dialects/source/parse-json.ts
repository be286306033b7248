import type { Diagnostic } from '@/lib/shared/diagnostic';
import { MAX_DEPTH, MAX_NODES } from './limits';
import { createPlacer } from './place';
import type { ParseResult, SourceEntry, SourceItem, SourceNode, SourceScalar } from './tree';

type Reason =
  | 'value'
  | 'comma'
  | 'trailing_comma'
  | 'colon'
  | 'key'
  | 'string_end'
  | 'string_escape'
  | 'string_control'
  | 'comment'
  | 'after_end'
  | 'empty';
type Stop =
  | { readonly code: 'json_syntax'; readonly reason: Reason }
  | { readonly code: 'too_deep' | 'too_many_values' };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: readonly [string, boolean | null][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Reads JSON (RFC 8259) with the place of every part. Stops at the first error and names its
 * reason. Duplicate keys are kept for the caller to report.
 */
export function parseJson(text: string): ParseResult {
  const place = createPlacer(text);
  const reader = createReader(text);
  const root = reader.document();
  if (root) return { tree: { text, format: 'json', root, documents: [root], aliases: [], place }, diagnostics: [] };
  const { at, stop } = reader.failure();
  const diagnostic: Diagnostic = {
    code: stop.code,
    severity: 'error',
    values:
      stop.code === 'json_syntax'
        ? { reason: stop.reason }
        : { limit: stop.code === 'too_deep' ? MAX_DEPTH : MAX_NODES },
    place: place(at, at + 1),
  };
  return { tree: null, diagnostics: [diagnostic] };
}

function createReader(text: string) {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let nodes = 0;
  let failed: { at: number; stop: Stop } | null = null;

  return { document, failure: () => failed ?? { at, stop: { code: 'json_syntax', reason: 'value' } as const } };

  function document(): SourceNode | null {
    skipSpace();
    if (at >= text.length) return fail('empty');
    const root = value(0);
    if (!root) return null;
    skipSpace();
    return at < text.length ? fail(text[at] === '/' ? 'comment' : 'after_end') : root;
  }

  function value(depth: number): SourceNode | null {
    if (++nodes > MAX_NODES) return halt({ code: 'too_many_values' });
    if (depth > MAX_DEPTH) return halt({ code: 'too_deep' });
    const first = text[at];
    if (first === '{') return map(depth);
    if (first === '[') return list(depth);
    if (first === '"') return string();
    return number() ?? literal();
  }

  function map(depth: number): SourceNode | null {
    const start = at++;
    const entries: SourceEntry[] = [];
    for (;;) {
      const step = separator('}', entries.length);
      if (step === null) return null;
      if (step === 'end') return { kind: 'map', flow: true, entries, start, end: at, anchor: null };
      if (text[at] !== '"') return fail('key');
      const key = string();
      if (!key) return null;
      skipSpace();
      if (text[at] !== ':') return fail('colon');
      const colonEnd = ++at;
      skipSpace();
      const child = value(depth + 1);
      if (!child) return null;
      entries.push({
        key: String(key.value),
        start: key.start,
        keyEnd: key.end,
        colonEnd,
        valueStart: child.start,
        value: child,
      });
    }
  }

  function list(depth: number): SourceNode | null {
    const start = at++;
    const items: SourceItem[] = [];
    for (;;) {
      const step = separator(']', items.length);
      if (step === null) return null;
      if (step === 'end') return { kind: 'list', flow: true, items, start, end: at, anchor: null };
      const child = value(depth + 1);
      if (!child) return null;
      items.push({ start: child.start, valueStart: child.start, value: child });
    }
  }

  /** Moves to the next member of a collection or past its end. */
  function separator(close: '}' | ']', count: number): 'member' | 'end' | null {
    skipSpace();
    if (text[at] === close) {
      at++;
      return 'end';
    }
    if (count === 0) return 'member';
    if (text[at] !== ',') return fail(text[at] === '/' ? 'comment' : 'comma');
    const comma = at++;
    skipSpace();
    if (text[at] !== close) return 'member';
    at = comma;
    return fail('trailing_comma');
  }

  function string(): SourceScalar | null {
    const start = at;
    for (let i = start + 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x5c) i++;
      else if (code === 0x22) return parsedString(start, i + 1);
      else if (code < 0x20) {
        at = i;
        return fail(code === 0x0a || code === 0x0d ? 'string_end' : 'string_control');
      }
    }
    return fail('string_end');
  }

  function parsedString(start: number, end: number): SourceScalar | null {
    try {
      const parsed: unknown = JSON.parse(text.slice(start, end));
      at = end;
      return { kind: 'scalar', value: String(parsed), style: 'double', start, end, anchor: null };
    } catch {
      return fail('string_escape');
    }
  }

  function number(): SourceScalar | null {
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (!match || /[\w.]/.test(text[NUMBER.lastIndex] ?? '')) return null;
    const start = at;
    at += match[0].length;
    return { kind: 'scalar', value: Number(match[0]), style: 'plain', start, end: at, anchor: null };
  }

  function literal(): SourceScalar | null {
    const found = LITERALS.find(([word]) => text.startsWith(word, at) && !/\w/.test(text[at + word.length] ?? ''));
    if (!found) return fail(text[at] === '/' ? 'comment' : 'value');
    const start = at;
    at += found[0].length;
    return { kind: 'scalar', value: found[1], style: 'plain', start, end: at, anchor: null };
  }

  function skipSpace(): void {
    while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  }

  function fail(reason: Reason): null {
    return halt({ code: 'json_syntax', reason });
  }

  function halt(stop: Stop): null {
    failed ??= { at, stop };
    return null;
  }
}
