import type { MinimumSample } from './threshold';

/** What history says of one code of a node. */
export interface CodeSample {
  /** Raw, as the log has it; null: failures without a code, and of all codes together. */
  readonly errorCode: string | null;
  /** Each day of the window, oldest first: whole days of UTC, the last one yesterday. */
  readonly days: readonly { readonly day: string; readonly failedExecutions: number }[];
  /** Of the node in the window. */
  readonly executions: number;
  /** Days of the window since the node's first recorded step. */
  readonly observedDays: number;
}

/** What a source's thresholds rest on. */
export interface ThresholdSetting {
  readonly windowDays: number;
  readonly minimum: MinimumSample;
}

/** What history says per code of one node. */
export interface NodeSample {
  /** Most failed executions first, then by name; without a code last. Codes that did not fail in the window are absent. */
  readonly codes: readonly CodeSample[];
  /** All codes together (`*`): an execution that failed with several counts once a day. */
  readonly any: CodeSample;
}
