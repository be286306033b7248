/** What tells a page whether it is still as things are. */
export interface InboxVersion {
  /** Equal as long as nothing changed that the page shows. */
  readonly version: string;
  /** Records that became known since the page was made. */
  readonly fresh: number;
}
