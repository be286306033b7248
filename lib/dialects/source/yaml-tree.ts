import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { MAX_EXPANDED_NODES } from './limits';
import type { Placer } from './place';
import type { ParseResult, SourceAlias, SourceEntry, SourceItem, SourceNode, SourceScalar } from './tree';

/** Converts a composed YAML document; aliases are resolved to their anchors and their cost is bounded. */
export function treeOfYaml(text: string, doc: Document.Parsed<ParsedNode>, place: Placer): ParseResult {
  const anchors = new Map<string, SourceNode>();
  const expanded = new Map<SourceNode, number>();
  const aliases: SourceAlias[] = [];
  const diagnostics: Diagnostic[] = [];
  let total = 0;

  const root = doc.contents && convert(doc.contents);
  if (!root || diagnostics.length > 0) return { tree: null, diagnostics };
  return { tree: { text, format: 'yaml', root, documents: [root], aliases, place }, diagnostics };

  function convert(node: unknown): SourceNode {
    const before = total++;
    const converted = convertAny(node);
    expanded.set(converted, total - before);
    if (total > MAX_EXPANDED_NODES) report('alias_expansion', converted, { limit: MAX_EXPANDED_NODES });
    // Registered last, so that an alias within its own anchor finds nothing: no cycles.
    if (converted.anchor !== null) anchors.set(converted.anchor, converted);
    return converted;
  }

  function convertAny(node: unknown): SourceNode {
    if (isAlias(node)) return convertAlias(node.source, node.range?.[0] ?? 0, node.range?.[1] ?? 0);
    if (isMap(node)) return convertMap(node);
    if (isSeq(node)) return convertList(node);
    if (isScalar(node)) return convertScalar(node);
    return { kind: 'scalar', value: null, style: 'empty', start: 0, end: 0, anchor: null };
  }

  function convertAlias(name: string, start: number, end: number): SourceNode {
    const target = anchors.get(name);
    if (!target) {
      diagnostics.push({ code: 'alias_unknown', severity: 'error', values: { name }, place: place(start, end) });
      return { kind: 'scalar', value: null, style: 'plain', start, end, anchor: null };
    }
    total += expanded.get(target) ?? 0;
    const alias: SourceAlias = { kind: 'alias', name, target, start, end, anchor: null };
    aliases.push(alias);
    return alias;
  }

  function convertMap(node: YAMLMap): SourceNode {
    const flow = node.flow === true;
    const entries = total > MAX_EXPANDED_NODES ? [] : node.items.map(convertPair);
    const [start, rangeEnd] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
    const end = flow ? rangeEnd : (entries.at(-1)?.value.end ?? rangeEnd);
    return { kind: 'map', flow, entries, start, end, anchor: node.anchor ?? null };
  }

  function convertPair(pair: Pair): SourceEntry {
    const key = isScalar(pair.key) ? pair.key : null;
    const [keyStart, keyEnd] = [key?.range?.[0] ?? 0, key?.range?.[1] ?? 0];
    const marks = pair.srcToken?.start.filter((t) => ['explicit-key-ind', 'anchor', 'tag'].includes(t.type)) ?? [];
    const colon = pair.srcToken?.sep?.find((t) => t.type === 'map-value-ind');
    const colonEnd = colon ? colon.offset + colon.source.length : keyEnd;
    const value = pair.value === null || pair.value === undefined ? empty(colonEnd) : convert(pair.value);
    const written = isUnwritten(value) ? empty(colonEnd) : value;
    const valueStart = propertyOffset(pair.srcToken?.sep) ?? written.start;
    return {
      key: String(key?.value ?? ''),
      start: marks[0]?.offset ?? keyStart,
      keyEnd,
      colonEnd,
      valueStart,
      value: written,
    };
  }

  function convertList(node: YAMLSeq): SourceNode {
    const flow = node.flow === true;
    const token = node.srcToken;
    const marks = token && 'items' in token ? token.items.map((item) => item.start) : [];
    const starts = flow ? marks : marks.filter((start) => start.some((t) => t.type === 'seq-item-ind'));
    const items = (total > MAX_EXPANDED_NODES ? [] : node.items).map((item, i): SourceItem => {
      const value = convert(item);
      const dash = starts[i]?.find((t) => t.type === 'seq-item-ind')?.offset;
      const written = isUnwritten(value) && dash !== undefined ? empty(dash + 1) : value;
      const valueStart = propertyOffset(starts[i]) ?? written.start;
      return { start: dash ?? valueStart, valueStart, value: written };
    });
    const [start, rangeEnd] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
    const end = flow ? rangeEnd : (items.at(-1)?.value.end ?? rangeEnd);
    return { kind: 'list', flow, items, start, end, anchor: node.anchor ?? null };
  }

  function convertScalar(node: Scalar): SourceScalar {
    const [start, end] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
    return {
      kind: 'scalar',
      value: plainValue(node, text.slice(start, end)),
      style: styleOf(node, start === end),
      start,
      end,
      anchor: node.anchor ?? null,
    };
  }

  function report(code: string, at: SourceNode, values: Diagnostic['values']): void {
    if (!diagnostics.some((d) => d.code === code))
      diagnostics.push({ code, severity: 'error', values, place: place(at.start, at.end) });
  }
}

/** Where an anchor or tag before a value begins. */
function propertyOffset(
  tokens: readonly { readonly type: string; readonly offset: number }[] | undefined,
): number | undefined {
  return tokens?.find((token) => token.type === 'anchor' || token.type === 'tag')?.offset;
}

function isUnwritten(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.start === node.end && node.anchor === null;
}

function empty(at: number): SourceScalar {
  return { kind: 'scalar', value: null, style: 'empty', start: at, end: at, anchor: null };
}

/** JSON has no NaN, infinities or big integers: such a number stays as it is written. */
function plainValue(node: Scalar, source: string): SourceScalar['value'] {
  const { value } = node;
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : source;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return source;
}

function styleOf(node: Scalar, isEmpty: boolean): SourceScalar['style'] {
  switch (node.type) {
    case 'QUOTE_SINGLE':
      return 'single';
    case 'QUOTE_DOUBLE':
      return 'double';
    case 'BLOCK_FOLDED':
    case 'BLOCK_LITERAL':
      return 'block';
    default:
      return isEmpty ? 'empty' : 'plain';
  }
}
