import type { JsonObject } from '@/lib/shared/json';

/** A node as it stands, for the decision what to make of it. */
export interface StandingNode {
  readonly nodeRowId: string;
  readonly config: JsonObject;
  readonly canCarryPolicy: boolean;
  /** The engine's own retry blocks, as the column has them. */
  readonly engineRetry: unknown;
  readonly hasDraft: boolean;
  readonly version: number;
}

/** What is to become of a node: it is changed, or left as it is for this reason. */
export type Sorted<L extends string> =
  | { readonly standing: 'open'; readonly document: JsonObject }
  | { readonly standing: L };
