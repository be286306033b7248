import { patch, type TextEdit } from './members';
import type { SourceMap } from './tree';

/** A part of the text that stands in another place or form afterwards, such as one level further in. */
export interface Move {
  /** The map that the part belongs to. */
  readonly map: SourceMap;
  readonly start: number;
  readonly end: number;
  /** The part as it shall be, from the part as it is after all other edits. */
  change(part: string): string;
}

/** Edits in which each move has become one, the edits of its part included; moves may lie in each other. Null: they overlap. */
export function applyMoves(
  text: string,
  edits: readonly TextEdit[],
  moves: readonly Move[],
): readonly TextEdit[] | null {
  const fromWithin = moves.toSorted((a, b) => b.map.start - a.map.start);
  let left: readonly TextEdit[] = edits;
  for (const move of fromWithin) {
    const { map, start, end } = move;
    const isWithin = (edit: TextEdit) =>
      start <= edit.start && edit.end <= end && (edit.start < end || (edit.owner ?? start) >= map.start);
    const part = patch(text.slice(start, end), left.filter(isWithin), start);
    if (part === null) return null;
    const moved = { start, end, text: move.change(part), owner: map.start };
    left = [...left.filter((edit) => !isWithin(edit)), moved];
  }
  return left;
}

/** Every line but the first, and that too where it is asked for, further in by `by`; empty lines stay empty. */
export function indented(part: string, by: string, first: boolean): string {
  return part.replace(/(^|\n)(?=[^\r\n])/g, (newline) => newline + (newline || first ? by : ''));
}

/** The opposite of `indented`; of a line that is less far in, what there is goes. */
export function dedented(part: string, by: string, first: boolean): string {
  return part.replace(/(^|\n)([ \t]+)/g, (found, newline: string, blanks: string) => {
    if (!newline && !first) return found;
    return newline + blanks.slice(blanks.startsWith(by) ? by.length : Math.min(blanks.length, by.length));
  });
}
