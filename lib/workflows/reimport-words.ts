import type { Phrase } from '@/lib/policy/phrase';
import type { JsonObject } from '@/lib/shared/json';
import type { MergeConflict, MergedChange } from './reimport';
import { type ChangeContext, policyChanges } from './version-words';

/** One thing that the sides of a conflict say differently; null = that side has no such node. */
export interface ConflictRow {
  readonly label: Phrase;
  /** What the last file said of it. */
  readonly base: Phrase | null;
  readonly ours: Phrase;
  readonly theirs: Phrase | null;
}

/** One thing of ours that is kept, and what the file says in its place. */
export interface KeptRow {
  readonly label: Phrase;
  readonly kept: Phrase;
  readonly theirs: Phrase;
}

/** What a conflict is about, thing by thing, as phrases below `policy`. */
export function conflictRows({ base, ours, theirs }: MergeConflict, context: ChangeContext = {}): ConflictRow[] {
  const was = base ?? {};
  const mine = policyChanges(was, ours, context);
  if (theirs === null)
    return mine.map(({ label, before, after }) => ({ label, base: before, ours: after, theirs: null }));
  const before = new Map([...policyChanges(was, theirs, context), ...mine].map((each) => [nameOf(each), each.before]));
  return policyChanges(ours, theirs, context).map((each) => ({
    label: each.label,
    base: base === null ? null : (before.get(nameOf(each)) ?? null),
    ours: each.before,
    theirs: each.after,
  }));
}

/** What of ours is kept in a node, thing by thing. */
export function keptRows({ kept, theirs, merged }: MergedChange, context: ChangeContext = {}): KeptRow[] {
  const only = (policy: JsonObject) => Object.fromEntries(kept.map((key) => [key, policy[key]]));
  return policyChanges(only(theirs), only(merged), context).map(({ label, before, after }) => ({
    ...{ label, kept: after, theirs: before },
  }));
}

function nameOf({ label }: { readonly label: Phrase }): string {
  return JSON.stringify(label);
}
