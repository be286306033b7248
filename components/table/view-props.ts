/** A saved view of a list; `query` is the query string that it stands for. */
export interface ViewOfList {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

/** Null when it went well, else why not. */
export type ViewOutcome = { readonly reason: string } | null;

export interface ViewMenuProps {
  readonly views: readonly ViewOfList[];
  /** The view that is open; null = none. */
  readonly open: ViewOfList | null;
  /** What the list shows, written as the views' queries are. */
  readonly query: string;
  readonly busy?: boolean;
  readonly hrefOf: (view: ViewOfList) => string;
  /** The list as it is, but under no view. */
  readonly leaveHref: string;
  readonly save: (name: string) => Promise<ViewOutcome>;
  readonly overwrite: (id: string) => Promise<ViewOutcome>;
  readonly rename: (id: string, name: string) => Promise<ViewOutcome>;
  readonly remove: (id: string) => Promise<ViewOutcome>;
}
