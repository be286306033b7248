import type { NotUnderstood, RawAttempt } from './attempt';
import type { Slice } from './preset';

/** A value that was not understood within a slice. */
export interface Unknown extends NotUnderstood {
  /** Rows with it, and those of them that were not read before. */
  readonly seen: number;
  readonly fresh: number;
  /** By the attempts' own time, or that of the slice where it cannot be read. */
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}
export type Unknowns = ReadonlyMap<string, Unknown>;

const MOST = 1_000;
const OTHERS = '…';

/** Collects what is not understood; rows from `freshFrom` on were not read before. */
export function newUnknowns(slice: Slice, freshFrom: Date) {
  const found = new Map<string, Unknown>();
  const add = ({ occurred_at: text }: RawAttempt, { kind, value }: NotUnderstood) => {
    const at = timeWithin(text, slice);
    const known = found.has(`${kind} ${value}`) || found.size < MOST;
    const shown = known ? value : OTHERS;
    const key = `${kind} ${shown}`;
    const before = found.get(key);
    found.set(key, {
      kind,
      value: shown,
      seen: (before?.seen ?? 0) + 1,
      fresh: (before?.fresh ?? 0) + (at >= freshFrom ? 1 : 0),
      firstSeen: before && before.firstSeen < at ? before.firstSeen : at,
      lastSeen: before && before.lastSeen > at ? before.lastSeen : at,
    });
  };
  return { found, add };
}

function timeWithin(text: string | null, { from }: Slice): Date {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? from : new Date(time);
}
