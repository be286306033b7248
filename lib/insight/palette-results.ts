/** What a search over everything finds, best first. */
export interface PaletteResults {
  readonly nodes: readonly {
    readonly id: string;
    readonly nodeId: string;
    readonly name: string;
    readonly workflowName: string;
  }[];
  readonly workflows: readonly { readonly id: string; readonly name: string; readonly nodes: number }[];
  /** Codes of failures in the window, as the log has them. */
  readonly codes: readonly { readonly code: string; readonly failures: number }[];
  readonly groups: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
}
