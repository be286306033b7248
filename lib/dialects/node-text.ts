import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { dialectById } from './registry';
import { alignItems } from './source/align';
import { createPlacer } from './source/place';
import { columnOf, indentationAt } from './source/style';
import type { SourceFormat } from './source/tree';
import type { DefinitionText, DialectId, NodeInText } from './types';

/** A node's own lines within a definition's text, as they are shown beside the form. */
export interface NodeBlock {
  readonly format: SourceFormat;
  /** Without the indentation that all its lines have where they stand; line ends are `\n`. */
  readonly text: string;
  /** UTF-16 offsets of the block in the definition's text. */
  readonly start: number;
  readonly end: number;
  /** What a new line begins with in the definition's text, and ends with. */
  readonly indent: string;
  readonly eol: '\n' | '\r\n';
  readonly lines: readonly BlockLine[];
}

/** A line as it stands in the text; `cut`: how much of its beginning is not shown. */
interface BlockLine {
  readonly raw: string;
  readonly cut: number;
  /** Empty behind the last line. */
  readonly eol: '\n' | '\r\n' | '';
}

/** The node's own text, or null when it cannot be told apart in this definition. */
export function nodeText(source: DefinitionText, dialect: DialectId, nodeId: string): NodeBlock | null {
  const found = dialectById(dialect).locate(source, { nodeId });
  return found && blockOf(found);
}

/**
 * The definition with a node's own text replaced by what was typed: lines that are the same keep
 * their bytes, new ones get the block's indentation and line end. Whether it can be read is not asked.
 */
export function withNodeText(
  source: DefinitionText,
  dialect: DialectId,
  nodeId: string,
  typed: string,
): Result<DefinitionText, readonly Diagnostic[]> {
  const block = nodeText(source, dialect, nodeId);
  if (!block) return err([{ code: 'node_unknown', severity: 'error', nodeId, values: { id: nodeId } }]);
  return ok({ ...source, text: replaceBlock(source.text, block, typed).text });
}

/** The lines of a node that a dialect has found. */
export function blockOf(found: NodeInText): NodeBlock {
  const { tree, value } = found;
  const { text, format } = tree;
  if (value.kind !== 'map' || value.flow) {
    const lines = splitLines(text.slice(value.start, value.end));
    return blockAt(text, value, { format, indent: indentOfInline(text, value.start, format, lines) });
  }
  const column = columnOf(text, value.start);
  const range = { start: startOfLines(found), end: endOfLines(text, value.end, column) };
  return blockAt(text, range, { format, indent: ' '.repeat(column) });
}

/** The lines of a range of the text, shown without this indentation. */
export function blockAt(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { format, indent }: Pick<NodeBlock, 'format' | 'indent'>,
): NodeBlock {
  const lines = splitLines(text.slice(start, end)).map(({ raw, eol }, i) => ({
    raw,
    eol,
    cut: i === 0 ? 0 : commonStart(raw, indent),
  }));
  return { format, indent, start, end, lines, eol: endOfLine(text, lines), text: shownText(lines) };
}

/** The text with a block replaced, and the new block in it. */
export function replaceBlock(text: string, block: NodeBlock, typed: string): { text: string; block: NodeBlock } {
  if (typed === block.text) return { text, block };
  const wanted = typed.split(/\r\n|\r|\n/);
  const plan = alignItems(
    block.lines.map(({ raw, cut }) => raw.slice(cut)),
    wanted,
    (a, b) => a === b,
    () => null,
  );
  const lines = plan.map(({ from, value }, i): BlockLine => {
    const kept = from === null ? undefined : block.lines[from];
    const eol = i === plan.length - 1 ? '' : kept?.eol || block.eol;
    if (i > 0 && kept && from !== 0) return { raw: kept.raw, cut: kept.cut, eol };
    const indent = i === 0 || value === '' ? '' : block.indent;
    return { raw: indent + value, cut: indent.length, eol };
  });
  const middle = lines.map(({ raw, eol }) => raw + eol).join('');
  const { start } = block;
  return {
    text: text.slice(0, start) + middle + text.slice(block.end),
    block: { ...block, lines, end: start + middle.length, text: shownText(lines) },
  };
}

/** Turns places of the definition's text into places of the block as it is shown; those outside become its ends. */
export function placesIn(block: NodeBlock): (place: Place) => Place {
  const shown = createPlacer(block.text);
  const starts: { raw: number; shown: number; line: BlockLine }[] = [];
  let [raw, at] = [block.start, 0];
  for (const line of block.lines) {
    starts.push({ raw, shown: at, line });
    raw += line.raw.length + line.eol.length;
    at += line.raw.length - line.cut + 1;
  }
  const offset = (outer: number): number => {
    const found = starts.findLast((each) => each.raw <= outer);
    if (!found) return 0;
    const column = Math.min(Math.max(outer - found.raw - found.line.cut, 0), found.line.raw.length - found.line.cut);
    return found.shown + column;
  };
  return ({ start, end }) => shown(offset(start), offset(end));
}

function shownText(lines: readonly BlockLine[]): string {
  return lines.map(({ raw, cut }) => raw.slice(cut)).join('\n');
}

/** Where the map begins, or the first comment between what introduces it and its first key. */
function startOfLines({ tree: { text }, value, from }: NodeInText): number {
  const gap = text.slice(from, value.start);
  const besideDash = text[from - 1] === '-' && !/^[ \t]*[&!]/.test(gap);
  const own = besideDash ? gap : gap.replace(/^[^\n]*/, (line) => ' '.repeat(line.length));
  const comment = own.indexOf('#');
  const only = own.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line));
  return only && comment !== -1 ? from + comment : value.start;
}

/** Behind the comment on the last line, and behind comments below that stand as far in as the node's keys. */
function endOfLines(text: string, valueEnd: number, column: number): number {
  const afterBlockScalar = valueEnd > 0 && text[valueEnd - 1] === '\n';
  let end = afterBlockScalar ? beforeLineEnd(text, valueEnd) : lineEnd(text, valueEnd);
  let next = afterBlockScalar ? valueEnd : nextStart(text, end);
  while (next < text.length) {
    const stop = lineEnd(text, next);
    const line = text.slice(next, stop);
    const isComment = /^[ ]*#/.test(line) && line.search(/\S/) >= column;
    if (!isComment && line.trim() !== '') break;
    if (isComment) end = stop;
    const following = nextStart(text, stop);
    if (following === next) break;
    next = following;
  }
  return end;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  const end = newline === -1 ? text.length : newline;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}

function beforeLineEnd(text: string, afterNewline: number): number {
  return text[afterNewline - 2] === '\r' ? afterNewline - 2 : afterNewline - 1;
}

function nextStart(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
}

function splitLines(text: string): readonly { readonly raw: string; readonly eol: BlockLine['eol'] }[] {
  const parts = text.split(/(\r?\n)/);
  const lines: { raw: string; eol: BlockLine['eol'] }[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const eol = parts[i + 1];
    lines.push({ raw: parts[i] ?? '', eol: eol === '\r\n' || eol === '\n' ? eol : '' });
  }
  return lines;
}

/** In YAML as far in as the value begins, where its lines allow it, so that it may become a block; else as its line is. */
function indentOfInline(
  text: string,
  start: number,
  format: SourceFormat,
  lines: readonly { readonly raw: string }[],
): string {
  const column = ' '.repeat(columnOf(text, start));
  const fits = lines.slice(1).every(({ raw }) => raw.trim() === '' || raw.startsWith(column));
  return format === 'yaml' && fits ? column : indentationAt(text, start);
}

function commonStart(line: string, indent: string): number {
  let length = 0;
  while (length < indent.length && line[length] === indent[length]) length++;
  return length;
}

function endOfLine(text: string, lines: readonly BlockLine[]): '\n' | '\r\n' {
  const own = lines.find(({ eol }) => eol !== '')?.eol;
  if (own === '\r\n' || own === '\n') return own;
  return text.includes('\r\n') ? '\r\n' : '\n';
}
