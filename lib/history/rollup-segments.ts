import { DAY_MS } from '@/lib/shared/clock';
import { edgeAt, SLOT_MS, SLOTS_A_DAY } from './rollup-slots';
import type { Span } from './window';

/** Quarter hours `first` to `last` of a UTC day, all of one bucket. */
export interface Segment {
  readonly day: string;
  readonly first: number;
  readonly last: number;
  readonly bucket: number;
}

export interface Segments {
  readonly segments: readonly Segment[];
  /** All of a span without end that comes after this day is of one bucket. */
  readonly rest: { readonly after: string; readonly bucket: number } | null;
}

/**
 * Cuts a span at the beginnings of buckets, all moved to the edges of quarter hours. A bucket's number is that of the
 * last beginning before it; -1 before the first.
 */
export function segmentsOf(starts: readonly Date[], { from, to }: Span): Segments {
  const beginnings = starts.map((start) => edgeAt(start).rolled.getTime());
  const begin = edgeAt(from).rolled.getTime();
  const end = to === null ? null : edgeAt(to).rolled.getTime();
  const within = beginnings.filter((at) => at > begin && (end === null || at < end));
  const last = within.at(-1) ?? begin;
  // Without an end, everything up to the end of the day of the last cut, and then the rest.
  const closing = end ?? (Math.floor(last / DAY_MS) + 1) * DAY_MS;
  const cuts = [...new Set([begin, ...within, closing])];
  const bucketAt = (at: number) => beginnings.filter((start) => start <= at).length - 1;
  const segments = cuts.slice(1).flatMap((cut, index) => daysOf(cuts[index] ?? cut, cut, bucketAt));
  return {
    segments,
    rest: end === null ? { after: dayText(closing / DAY_MS - 1), bucket: bucketAt(closing) } : null,
  };
}

function daysOf(from: number, to: number, bucketAt: (at: number) => number): Segment[] {
  const bucket = bucketAt(from);
  const segments: Segment[] = [];
  for (let at = from; at < to; ) {
    const day = Math.floor(at / DAY_MS);
    const until = Math.min(to, (day + 1) * DAY_MS);
    const first = (at - day * DAY_MS) / SLOT_MS;
    const last = until === (day + 1) * DAY_MS ? SLOTS_A_DAY - 1 : (until - day * DAY_MS) / SLOT_MS - 1;
    segments.push({ day: dayText(day), first, last, bucket });
    at = until;
  }
  return segments;
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
