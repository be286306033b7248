/** What an action reached. */
export interface InboxChange {
  /** Records that changed, and their keys. */
  readonly records: number;
  readonly keys: number;
  /** Records of the asked keys that became known after the person looked: they still wait. */
  readonly later: number;
}

/** A key as a refusal names it. */
export interface NamedKey {
  readonly node: string;
  readonly code: string | null;
  /** Name of the group that it went to; null = no owner. */
  readonly owner: string | null;
}

export type InboxRefusal =
  /** Nothing was changed: keys of groups that the actor does not belong to. */
  | { readonly reason: 'not_yours'; readonly keys: readonly NamedKey[] }
  /** Nothing was changed: keys that cannot be given to that person. */
  | { readonly reason: 'not_assignable'; readonly keys: readonly NamedKey[] };
