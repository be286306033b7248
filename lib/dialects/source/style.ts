import { asMap, type SourceFormat, type SourceMap, type SourceNode, type SourceTree } from './tree';
import type { Quote } from './yaml-scalar';

/** How a collection stands in the text: inline, or over several lines. */
export type Layout = 'inline' | 'lines';

/** The habits of one text, so that what is added looks like what is there. */
export interface Style {
  readonly format: SourceFormat;
  readonly eol: '\n' | '\r\n';
  /** One step of indentation. */
  readonly unit: string;
  /** Indentation of a block list below its key: `''` or `unit`. */
  readonly listIndent: string;
  readonly quote: Quote;
  /** What stands between a JSON key and its value. */
  readonly colon: string;
  /** Padding inside inline braces and brackets. */
  readonly bracePad: string;
  readonly bracketPad: string;
  /** Keys of block maps whose texts of several lines stand as block literals. */
  readonly literals: readonly string[];
  /** How the values of this key, or the items of its list, are laid out elsewhere in the text. */
  layoutOf(key: string): Layout | undefined;
  itemLayoutOf(key: string): Layout | undefined;
}

/** The habits of the examples of the format, for a text that has none of its own. */
export const PLAIN_STYLE: Style = {
  ...{ format: 'yaml', eol: '\n', unit: '  ', listIndent: '  ', quote: 'double', colon: ': ' },
  ...{ bracePad: ' ', bracketPad: '', literals: [] },
  layoutOf: () => undefined,
  itemLayoutOf: () => undefined,
};

/** Looks at a text's own habits; where it shows none, at the examples of the format. */
export function detectStyle(tree: SourceTree, literals: readonly string[] = []): Style {
  const { text, format } = tree;
  const found = survey(tree);
  const crlf = text.split('\r\n').length - 1;
  return {
    format,
    eol: crlf > 0 && crlf * 2 >= text.split('\n').length - 1 ? '\r\n' : '\n',
    unit: found.unit ?? '  ',
    listIndent: found.listIndented === false ? '' : (found.unit ?? '  '),
    quote: found.quote ?? 'double',
    colon: found.colon ?? ': ',
    bracePad: found.bracePad ?? ' ',
    bracketPad: found.bracketPad ?? '',
    literals,
    layoutOf: (key) => found.layouts.get(key),
    itemLayoutOf: (key) => found.itemLayouts.get(key),
  };
}

/** White space at the beginning of the line that an offset is in. */
export function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** Characters between the beginning of the line and an offset. */
export function columnOf(text: string, offset: number): number {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - lineStart - (lineStart === 0 && text.startsWith('\uFEFF') ? 1 : 0);
}

interface Survey {
  unit?: string;
  listIndented?: boolean;
  quote?: Quote;
  colon?: string;
  bracePad?: string;
  bracketPad?: string;
  readonly layouts: Map<string, Layout>;
  readonly itemLayouts: Map<string, Layout>;
}

function survey({ text, root, format }: SourceTree): Survey {
  const found: Survey = { layouts: new Map(), itemLayouts: new Map() };
  visit(root);
  return found;

  function visit(node: SourceNode): void {
    if (node.kind === 'scalar' && (node.style === 'single' || node.style === 'double')) found.quote ??= node.style;
    if (node.kind === 'list')
      for (const item of node.items) {
        if (isInline(node)) found.bracketPad ??= padding(node.start, item.start);
        visit(item.value);
      }
    if (node.kind === 'map') visitMap(node);
  }

  function visitMap(map: SourceMap): void {
    const [first] = map.entries;
    if (first && isInline(map)) found.bracePad ??= padding(map.start, first.start);
    for (const entry of map.entries) {
      const { key, value } = entry;
      if (format === 'json') found.colon ??= text.slice(entry.keyEnd, value.start);
      if (value.kind === 'map' || value.kind === 'list') noteLayouts(key, value);
      if (value.kind === 'map' && !isInline(value)) noteUnit(entry.start, value.entries[0]?.start);
      if (value.kind === 'list' && !isInline(value)) noteList(entry.start, value);
      visit(value);
    }
  }

  function noteLayouts(key: string, value: SourceNode): void {
    if (value.kind === 'map' && value.entries.length > 0) remember(found.layouts, key, layout(value));
    if (value.kind !== 'list' || value.items.length === 0) return;
    remember(found.layouts, key, layout(value));
    const item = value.items.find((each) => asMap(each.value) !== null)?.value;
    if (item && item.kind !== 'alias') remember(found.itemLayouts, key, layout(item));
  }

  function noteUnit(outer: number, inner: number | undefined): void {
    if (inner === undefined || found.unit !== undefined) return;
    const [from, to] = [leading(outer), leading(inner)];
    if (to.startsWith(from) && to.length > from.length) found.unit = to.slice(from.length);
  }

  function noteList(outer: number, list: SourceNode & { kind: 'list' }): void {
    const first = list.items[0]?.start;
    if (first === undefined) return;
    if (!list.flow) found.listIndented ??= leading(first).length > leading(outer).length;
    if (list.flow || leading(first).length > leading(outer).length) noteUnit(outer, first);
  }

  /** In YAML the column counts, behind a dash too; in JSON the white space of the line. */
  function leading(offset: number): string {
    return format === 'json' ? indentationAt(text, offset) : ' '.repeat(columnOf(text, offset));
  }

  function isInline(node: SourceNode): boolean {
    return layout(node) === 'inline';
  }

  function layout(node: SourceNode): Layout {
    if (node.kind === 'map' || node.kind === 'list') return node.flow && !isSpread(text, node) ? 'inline' : 'lines';
    return 'inline';
  }

  function padding(open: number, first: number): string {
    return text.slice(open + 1, first).trim() === '' ? text.slice(open + 1, first) : '';
  }
}

/** True for a flow collection whose members begin on lines of their own. */
export function isSpread(text: string, node: SourceNode): boolean {
  if (node.kind !== 'map' && node.kind !== 'list') return false;
  const [first] = node.kind === 'map' ? node.entries : node.items;
  return first !== undefined && text.slice(node.start, first.start).includes('\n');
}

function remember(layouts: Map<string, Layout>, key: string, layout: Layout): void {
  if (!layouts.has(key)) layouts.set(key, layout);
}
