import { columnOf, indentationAt, isSpread, type Style } from './style';
import type { SourceList, SourceMap, SourceNode } from './tree';

/** One replacement in the text; `start === end` inserts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the part begins that an insertion belongs to; two parts may end at one place. */
  readonly owner?: number;
}

/** An entry of a map or an item of a list, as far as lines and commas are concerned. */
interface Member {
  readonly start: number;
  readonly end: number;
}

/** A new member before the present member `before` (or behind the last). */
export interface NewMember {
  readonly before: number;
  /** Lines in block context, unindented. */
  lines(): readonly string[];
  /** Text on one line in flow context. */
  inline(): string;
  /** JSON text over several lines, its first line standing at this indentation. */
  spread(indent: string): string;
}

/**
 * Removes and inserts members so that no other line changes: whole lines in block style, with its
 * comma in flow style. At least one member must stay; null when the text's layout forbids it.
 */
export function editMembers(
  text: string,
  style: Style,
  container: SourceMap | SourceList,
  removed: ReadonlySet<number>,
  added: readonly NewMember[],
): readonly TextEdit[] | null {
  const members = membersOf(container);
  const kept = members.map((_, i) => i).filter((i) => !removed.has(i));
  if (members.length === 0) return fillEmpty();
  if (kept.length === 0) return null;
  const edits = container.flow ? editFlow() : editBlock();
  return edits.map((edit) => ({ ...edit, owner: container.start }));

  /** Between the brackets of `{}` or `[]`; null where a remark stands there. */
  function fillEmpty(): readonly TextEdit[] | null {
    const [start, end] = [container.start + 1, container.end - 1];
    if (!container.flow || !/^[{[]\s*[}\]]$/.test(text.slice(container.start, container.end))) return null;
    const pad = container.kind === 'map' ? style.bracePad : style.bracketPad;
    const inner = added.map((each) => each.inline()).join(', ');
    return [{ start, end, text: pad + inner + pad, owner: container.start }];
  }

  function editFlow(): readonly TextEdit[] {
    const insertions = added.flatMap((each) => insertFlow(each) ?? []);
    const removals = runs(removed, members.length).flatMap(([first, last]): TextEdit[] => {
      const [from, to] = [members[first], members[last]];
      const [previous, next] = [members[first - 1], members[last + 1]];
      if (from && next) return [{ start: from.start, end: next.start, text: '' }];
      return previous && to ? [{ start: previous.end, end: to.end, text: '' }] : [];
    });
    return [...insertions, ...removals];
  }

  function insertFlow(each: NewMember): TextEdit | null {
    const spread = isSpread(text, container);
    const next = kept.find((i) => i >= each.before);
    const anchor = members[next ?? kept.at(-1) ?? 0];
    if (!anchor) return null;
    const indent = indentationAt(text, anchor.start);
    const written = spread && style.format === 'json' ? each.spread(indent) : each.inline();
    const gap = spread ? style.eol + indent : blanksBefore(members[(next ?? 0) - 1], anchor);
    if (next === undefined) return insertion(anchor.end, `,${gap}${written}`);
    return insertion(anchor.start, `${written},${gap}`);
  }

  /** What stands behind the comma before a member, so that a text without blanks gets none. */
  function blanksBefore(previous: Member | undefined, member: Member): string {
    return (previous && /^,([ \t]*)$/.exec(text.slice(previous.end, member.start))?.[1]) ?? ' ';
  }

  function editBlock(): readonly TextEdit[] {
    const edits: TextEdit[] = [];
    for (const each of added) {
      const previous = kept.findLast((i) => i < each.before);
      const anchor = members[previous ?? kept[0] ?? 0];
      if (!anchor) continue;
      const indent = ' '.repeat(columnOf(text, anchor.start));
      const lines = each.lines();
      if (previous === undefined)
        edits.push(insertion(anchor.start, lines.map((line) => line + style.eol).join(indent) + indent));
      else
        edits.push(
          insertLines(
            text,
            style,
            anchor.end,
            lines.map((line) => indent + line),
          ),
        );
    }
    for (const [first, last] of runs(removed, members.length)) edits.push(...removeBlock(first, last));
    return edits;
  }

  /** Whole lines; beside a dash, the next member moves up to its place, or stays below its comments. */
  function removeBlock(first: number, last: number): readonly TextEdit[] {
    const run = members.slice(first, last + 1);
    const lines = run.map(({ start, end }) => ({ start: lineStart(text, start), end: nextLine(text, end), text: '' }));
    const [from] = run;
    if (!from || indentationAt(text, from.start).length === columnOf(text, from.start)) return lines;
    const next = members[last + 1];
    const starts = [...run.slice(1), next].map((member) => member?.start ?? text.length);
    if (next && lines.every(({ end }, i) => text.slice(end, starts[i]).trim() === ''))
      return [{ start: from.start, end: next.start, text: '' }];
    const inkBefore = (offset: number) => text.slice(0, offset).trimEnd().length;
    return [{ start: inkBefore(from.start), end: inkBefore(nextLine(text, from.end)), text: '' }, ...lines.slice(1)];
  }
}

/** Inserts whole lines behind the line on which something ends. */
export function insertLines(text: string, style: Style, end: number, lines: readonly string[]): TextEdit {
  const at = nextLine(text, end);
  const body = lines.join(style.eol);
  return insertion(at, at === text.length && !text.endsWith('\n') ? style.eol + body : body + style.eol);
}

/** Applies edits; null when two of them overlap. A missing line break at the end stays missing. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | null {
  const result = patch(text, edits);
  return result === null || text.endsWith('\n') || edits.length === 0 ? result : result.replace(/\r?\n$/, '');
}

/** Applies edits of a text that begins at this offset of a larger one; null when two of them overlap. */
export function patch(text: string, edits: readonly TextEdit[], offset = 0): string | null {
  // Where several parts end at one place, the innermost is the first to go on.
  const depth = ({ owner = Number.POSITIVE_INFINITY }: TextEdit) => owner;
  const ordered = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort(
      (a, b) =>
        a.start - b.start ||
        Number(a.end > a.start) - Number(b.end > b.start) ||
        Number(depth(b) > depth(a)) - Number(depth(a) > depth(b)) ||
        a.order - b.order,
    );
  let result = '';
  let at = offset;
  for (const edit of ordered) {
    if (edit.start < at) return null;
    result += text.slice(at - offset, edit.start - offset) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at - offset);
}

/** Where the line begins that an offset is in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line after an offset begins; a block scalar already ends there. */
export function nextLine(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

function membersOf(container: SourceMap | SourceList): readonly Member[] {
  const parts: readonly { readonly start: number; readonly value: SourceNode }[] =
    container.kind === 'map' ? container.entries : container.items;
  return parts.map(({ start, value }) => ({ start, end: value.end }));
}

function runs(removed: ReadonlySet<number>, count: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    if (!removed.has(i)) continue;
    const last = found.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else found.push([i, i]);
  }
  return found;
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
