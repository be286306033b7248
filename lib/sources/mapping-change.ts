import { isDeepStrictEqual } from 'node:util';
import type { SourceMapping, StatusMeaning } from './schema';

/** A mapping with the meanings of all its statuses, those of its preset included. */
export interface MeantMapping {
  readonly mapping: SourceMapping;
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
}

/** What has to be read again after a change. */
export type Rereading =
  | { readonly kind: 'nothing' }
  /** Rows with these status values were not understood, and are now: from where they were first seen. */
  | { readonly kind: 'statuses'; readonly values: readonly string[] }
  /** It goes further back than before. */
  | { readonly kind: 'further_back' }
  /** The rows mean something else: all is read again, and what is no more so is taken away. */
  | { readonly kind: 'everything' };

/** How often, how far back and for how long: says nothing of what the rows mean. */
const PACE = { retentionDays: 0, lookBackMinutes: 0, everySeconds: 0, firstDays: 0, recountHours: 0, statuses: 0 };

/** What a change of a mapping asks for; `samePlace`: the tables are still in that database. */
export function rereadingAfter(before: MeantMapping, after: MeantMapping, samePlace: boolean): Rereading {
  if (!samePlace || !isDeepStrictEqual(meaningOf(before.mapping), meaningOf(after.mapping)))
    return { kind: 'everything' };
  const known = Object.entries(before.statuses);
  if (known.some(([value, meaning]) => after.statuses[value] !== meaning)) return { kind: 'everything' };
  if (after.mapping.firstDays > before.mapping.firstDays) return { kind: 'further_back' };
  const values = Object.keys(after.statuses).filter((value) => !Object.hasOwn(before.statuses, value));
  return values.length === 0 ? { kind: 'nothing' } : { kind: 'statuses', values };
}

function meaningOf(mapping: SourceMapping): SourceMapping | Record<string, unknown> {
  return { ...mapping, ...PACE };
}
