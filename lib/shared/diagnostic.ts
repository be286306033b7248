/** `error`: it does not hold; `warning`: it holds but will surprise; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a text: 1-based line and column, and UTF-16 offsets of the range. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Something a person should know about an input. It carries no words: `code` is the key below
 * `diagnostics` in the message files, `values` fill its placeholders.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Where in the source text, when it came from one. */
  readonly place?: Place;
  /** Which node (`node_id`), when it belongs to one. */
  readonly nodeId?: string;
  /** Where in the node's config, for example `['retry', 'maxInterval']`. */
  readonly path?: readonly (string | number)[];
}

/** True when any of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}
