import { createPlacer } from './place';
import type { ParseResult, SourceEntry, SourceItem, SourceNode, SourceTree } from './tree';

/** A member of a block collection that has its own lines, and where the first line behind them begins. */
interface Limb {
  readonly member: SourceItem | SourceEntry;
  readonly lineStart: number;
  readonly end: number;
  readonly column: number;
}

/** Larger texts, and deeper ones, might pass a bound of the reader that nobody would see in a part. */
const MAX_LENGTH = 150_000;
const MAX_LEVELS = 20;

/**
 * The tree of a text that differs from an earlier one within the lines of one item or entry: only those are read again,
 * by `read`. Null where that might not be the same as reading all of it: aliases, lines that are not further in than the
 * item, or anything but one item that can be read by itself.
 */
export function graft(before: SourceTree, text: string, read: (part: string) => ParseResult): ParseResult | null {
  if (before.format !== 'yaml' || before.aliases.length > 0 || text.length > MAX_LENGTH) return null;
  if (before.text.includes('\n%') || before.text.startsWith('%')) return null;
  const shift = text.length - before.text.length;
  for (const limb of changedLimbs(before, text)) {
    const part = text.slice(limb.lineStart, limb.end + shift);
    if (limb.end < before.text.length && !part.endsWith('\n')) continue;
    if (!standsAlone(part, before.text.slice(limb.lineStart, limb.member.start + 1), limb.column)) continue;
    const member = onlyMember(read(part), limb.member);
    return member ? treeWith(before, text, limb, moved(member, limb.lineStart)) : null;
  }
  return null;
}

function treeWith(before: SourceTree, text: string, limb: Limb, fresh: SourceItem | SourceEntry): ParseResult | null {
  const shift = text.length - before.text.length;
  const documents = before.documents.map((each) => grown(each, limb, fresh, shift));
  const [first] = documents;
  const last = documents.at(-1);
  if (!first || !last) return null;
  const items = documents.map((value) => ({ start: value.start, valueStart: value.start, value }));
  const list = { kind: 'list', flow: false, items, start: first.start, end: last.end, anchor: null } as const;
  const root = documents.length === 1 ? first : list;
  const tree: SourceTree = { text, format: 'yaml', root, documents, aliases: [], place: createPlacer(text) };
  return { tree, diagnostics: [] };
}

/** The parts that hold all that differs, the smallest first. A line that is put in may begin as the one behind it does. */
function changedLimbs(before: SourceTree, text: string): readonly Limb[] {
  const start = firstDifference(before.text, text);
  const lineStart = before.text.lastIndexOf('\n', start - 1) + 1;
  const limbs = [start, lineStart].flatMap((from) => limbsOf(before, changedRange(before.text, text, from)));
  return limbs.toSorted((one, other) => one.end - one.lineStart - (other.end - other.lineStart));
}

function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  return start;
}

/** Where two texts differ that are the same up to `start`, as a range of the first. */
function changedRange(a: string, b: string, start: number): { readonly start: number; readonly end: number } {
  const most = Math.min(a.length, b.length) - start;
  let same = 0;
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++;
  return { start, end: a.length - same };
}

/** The members around a range whose first line holds nothing before them. */
function limbsOf(
  { text, documents }: SourceTree,
  range: { readonly start: number; readonly end: number },
): readonly Limb[] {
  const found: Limb[] = [];
  let node: SourceNode | undefined = documents.findLast((each) => each.start <= range.start);
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (!node || (node.kind !== 'map' && node.kind !== 'list') || node.flow) break;
    const members: readonly (SourceItem | SourceEntry)[] = node.kind === 'map' ? node.entries : node.items;
    const member = members.findLast((each) => each.start < range.start);
    if (!member) break;
    const lineStart = text.lastIndexOf('\n', member.start - 1) + 1;
    const column = member.start - lineStart;
    const end = endOfLines(text, Math.max(member.value.end, member.start + 1), column);
    if (range.end > end) break;
    const alone = /^ *$/.test(text.slice(lineStart, member.start));
    if (alone && lineStart > 0 && text[member.start] !== '?') found.push({ member, lineStart, end, column });
    node = member.value;
  }
  return found;
}

/** Where the first line begins that says something and is not further in than a column; comments go with what follows. */
function endOfLines(text: string, from: number, column: number): number {
  let at = text[from - 1] === '\n' ? from : nextLine(text, from);
  let end = at;
  while (at < text.length) {
    const ink = text.slice(at, nextLine(text, at)).search(/[^ \r\n]/);
    if (ink !== -1 && ink <= column) return end;
    at = nextLine(text, at);
    end = at;
  }
  return end;
}

/** The same beginning, and every other line further in: then the lines behind it are read as they were. */
function standsAlone(part: string, head: string, column: number): boolean {
  // Where blanks stand at the end, what is behind them tells whether they belong to a text.
  if (!part.startsWith(head) || part.includes('\t') || /\n +\r?\n\s*$/.test(part)) return false;
  if (head.endsWith('-') && !/^[ \r\n]/.test(part.slice(head.length))) return false;
  return part
    .split('\n')
    .slice(1)
    .every((line) => /^\s*$/.test(line) || line.search(/\S/) > column);
}

/** The one member of a part that was read, if it is one of the same kind, of no great depth and without aliases. */
function onlyMember(
  { tree, diagnostics }: ParseResult,
  like: SourceItem | SourceEntry,
): SourceItem | SourceEntry | null {
  if (!tree || diagnostics.length > 0 || tree.aliases.length > 0 || tree.documents.length !== 1) return null;
  const { root } = tree;
  if ((root.kind !== 'map' && root.kind !== 'list') || root.flow) return null;
  const members: readonly (SourceItem | SourceEntry)[] = root.kind === 'map' ? root.entries : root.items;
  const [member] = members;
  if (!member || members.length > 1 || 'key' in member !== 'key' in like) return null;
  return levelsOf(member.value) > MAX_LEVELS ? null : member;
}

/** A node of the earlier text as it stands in the new one. */
function grown(node: SourceNode, limb: Limb, fresh: SourceItem | SourceEntry, shift: number): SourceNode {
  if (node.end <= limb.lineStart) return node;
  if (node.start >= limb.end) return movedNode(node, shift);
  if (node.kind === 'map') {
    const entries = node.entries.map((each) => {
      if (each === limb.member && 'key' in fresh) return fresh;
      return each.start >= limb.end ? moved(each, shift) : { ...each, value: grown(each.value, limb, fresh, shift) };
    });
    return { ...node, entries, end: entries.at(-1)?.value.end ?? node.end };
  }
  if (node.kind !== 'list') return node;
  const items = node.items.map((each) => {
    if (each === limb.member && !('key' in fresh)) return fresh;
    return each.start >= limb.end ? moved(each, shift) : { ...each, value: grown(each.value, limb, fresh, shift) };
  });
  return { ...node, items, end: items.at(-1)?.value.end ?? node.end };
}

function moved<T extends SourceItem | SourceEntry>(member: T, by: number): T {
  const { start, valueStart, value } = member;
  const there = { ...member, start: start + by, valueStart: valueStart + by, value: movedNode(value, by) };
  return 'key' in member ? { ...there, keyEnd: member.keyEnd + by, colonEnd: member.colonEnd + by } : there;
}

function movedNode(node: SourceNode, by: number): SourceNode {
  const place = { start: node.start + by, end: node.end + by };
  if (node.kind === 'map') return { ...node, ...place, entries: node.entries.map((each) => moved(each, by)) };
  if (node.kind === 'list') return { ...node, ...place, items: node.items.map((each) => moved(each, by)) };
  return { ...node, ...place };
}

function levelsOf(node: SourceNode): number {
  if (node.kind === 'map') return 1 + Math.max(0, ...node.entries.map(({ value }) => levelsOf(value)));
  return node.kind === 'list' ? 1 + Math.max(0, ...node.items.map(({ value }) => levelsOf(value))) : 0;
}

function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}
