import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isStorable } from '@/lib/shared/storable';
import { checkText } from '../decode';
import { graft } from './graft';
import { MAX_SYNTAX_ERRORS } from './limits';
import { parseJson } from './parse-json';
import { parseYaml } from './parse-yaml';
import {
  asMap,
  type ParseResult,
  resolve,
  type SourceFormat,
  type SourceMap,
  type SourceNode,
  type SourceTree,
} from './tree';

/** JSON where the text begins as JSON does, else YAML; a `.yaml` or `.yml` file is always YAML. */
export function formatOf(text: string, fileName: string): SourceFormat {
  if (/\.ya?ml$/i.test(fileName)) return 'yaml';
  return /^\uFEFF?\s*[{[]/.test(text) ? 'json' : 'yaml';
}

/** Shorter texts are read as fast as they are compared. */
const MIN_GRAFT = 400;

/** What has been read during the work under way; null while nobody asked to remember. */
let remembered: Map<string, ParseResult> | null = null;

/** Runs work that reads the same few texts again and again, each of which is then parsed once. */
export function rememberingTrees<T>(work: () => T): T {
  if (remembered) return work();
  remembered = new Map();
  try {
    return work();
  } finally {
    remembered = null;
  }
}

/** Reads a text into a tree with places, within bounds; never throws on bad input. Nobody changes a tree. */
export function parseSource(text: string, format: SourceFormat): ParseResult {
  return parse(text, format, false);
}

/** `parseSource` of a text that may hold several YAML documents: all of them are in `tree.documents`. */
export function parseDocuments(text: string, format: SourceFormat): ParseResult {
  return parse(text, format, true);
}

function parse(text: string, format: SourceFormat, several: boolean): ParseResult {
  const key = (several ? 'several ' : '') + format + text;
  const result = remembered?.get(key) ?? parseAnew(text, format, several);
  remembered?.set(key, result);
  return result;
}

/**
 * `parseDocuments` of what became of a text by edits, to see what it means now: where they are within one item of a
 * YAML list, or one entry of a map, only that is read again.
 */
export function parseEdited(before: SourceTree, text: string): ParseResult {
  const { format } = before;
  const key = `several ${format}${text}`;
  const known = text.length < MIN_GRAFT || remembered?.has(key);
  const found = known ? null : graft(before, text, (part) => parseAnew(part, format, false));
  return found ?? parseDocuments(text, format);
}

function parseAnew(text: string, format: SourceFormat, several: boolean): ParseResult {
  const unreadable = checkText(text);
  if (unreadable.length > 0) return { tree: null, diagnostics: unreadable };
  const parsed = format === 'json' ? parseJson(text) : parseYaml(text, several);
  const unstorable = parsed.tree ? unstorableTexts(parsed.tree) : [];
  return unstorable.length > 0 ? { tree: null, diagnostics: [...parsed.diagnostics, ...unstorable] } : parsed;
}

/** Keys and values that no database of ours can keep, however they are escaped in the text. */
function unstorableTexts(tree: SourceTree): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (start: number, end: number) =>
    found.push({ code: 'text_unstorable', severity: 'error', place: tree.place(start, end) });
  const open: SourceNode[] = [tree.root];
  for (let next = open.pop(); next && found.length < MAX_SYNTAX_ERRORS; next = open.pop()) {
    if (next.kind === 'scalar' && typeof next.value === 'string' && !isStorable(next.value))
      report(next.start, next.end);
    if (next.kind === 'list') for (const item of next.items.toReversed()) open.push(item.value);
    if (next.kind !== 'map') continue;
    for (const entry of next.entries.toReversed()) {
      if (!isStorable(entry.key)) report(entry.start, entry.keyEnd);
      open.push(entry.value);
    }
  }
  return found;
}

/** Keys that stand twice in one map, anywhere below a node; aliases are not entered again. */
export function duplicateKeys(tree: SourceTree, from: SourceNode = tree.root): readonly Diagnostic[] {
  return mapsBelow(from).flatMap((map) => {
    const first = new Map<string, number>();
    return map.entries.flatMap((entry): Diagnostic[] => {
      const seen = first.get(entry.key);
      if (seen === undefined) {
        first.set(entry.key, entry.start);
        return [];
      }
      const values = { key: entry.key, firstLine: tree.place(seen, seen).line };
      return [{ code: 'duplicate_key', severity: 'error', values, place: tree.place(entry.start, entry.keyEnd) }];
    });
  });
}

/** Keys that a careless reader would take for something else: `__proto__` and its kind. */
export function reservedKeys(tree: SourceTree): readonly Diagnostic[] {
  return mapsBelow(tree.root).flatMap((map) =>
    map.entries
      .filter((entry) => entry.key === '__proto__')
      .map(
        (entry): Diagnostic => ({
          code: 'reserved_key',
          severity: 'warning',
          values: { key: entry.key },
          place: tree.place(entry.start, entry.keyEnd),
        }),
      ),
  );
}

function mapsBelow(node: SourceNode): readonly SourceMap[] {
  const found: SourceMap[] = [];
  const open: SourceNode[] = [node.kind === 'alias' ? resolve(node) : node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'map') {
      found.push(next);
      for (const entry of next.entries.toReversed()) open.push(entry.value);
    }
    if (next.kind === 'list') for (const item of next.items.toReversed()) open.push(item.value);
  }
  return found;
}

/** The root as a map, or a diagnostic that the text is no map. */
export function rootMap(tree: SourceTree): {
  readonly map: SourceMap | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const map = asMap(tree.root);
  if (map) return { map, diagnostics: [] };
  return {
    map: null,
    diagnostics: [{ code: 'root_not_map', severity: 'error', place: tree.place(tree.root.start, tree.root.end) }],
  };
}
