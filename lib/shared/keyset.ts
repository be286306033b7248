/** A place in a list of things with a time, newest first: what comes before it (older), or after it (newer). */
export interface Cursor {
  readonly side: 'before' | 'after';
  readonly at: Date;
  /** A whole number, which tells things of one moment apart. */
  readonly id: string;
}

/** Writes a place in the list into a link. */
export function cursorText({ at, id }: Pick<Cursor, 'at' | 'id'>): string {
  return `${at.toISOString()}_${id}`;
}

/** Reads it back; null for what is no such place. */
export function readCursor(side: Cursor['side'], text: string | undefined): Cursor | null {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,18})$/.exec(text ?? '') ?? [];
  return Number.isNaN(Date.parse(at)) ? null : { side, at: new Date(at), id };
}

export interface KeysetPage<T> {
  readonly rows: readonly T[];
  /** Whether there is more on that side. */
  readonly newer: boolean;
  readonly older: boolean;
}

/** Cuts a page out of one row too many: that one tells whether there are more on its side. */
export function cutPage<T>(read: readonly T[], cursor: Cursor | null, most: number): KeysetPage<T> {
  const more = read.length > most;
  if (cursor?.side === 'after') return { rows: more ? read.slice(1) : read, newer: more, older: true };
  return { rows: read.slice(0, most), newer: cursor !== null, older: more };
}
