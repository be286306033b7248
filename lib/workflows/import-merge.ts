import { detectDialect } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { DiffFile } from './line-diff';
import type { Side } from './policy-merge';
import { type MergeConflict, type MergedChange, planReimport } from './reimport';
import type { Standing } from './reimport-lines';
import { versionFiles } from './version-content';

/** A file as it was read, and what will stand in its place. */
export interface Reading {
  readonly source: DefinitionText;
  readonly dialect: DialectId;
  readonly workflow: WorkflowDefinition;
  readonly diagnostics: readonly Diagnostic[];
  /** The sidecar is the stored one: the person brought none. */
  readonly sidecarKept: boolean;
}

/** How a file that is brought again and what was published since come together. */
export type MergeReport =
  /** The person wants the file as it is, whatever was published. */
  | { readonly kind: 'off' }
  /** Which file was brought last is not known (any more): this one replaces what is here. */
  | { readonly kind: 'no_base' }
  /** The file cannot take what is here; it can only replace it. */
  | { readonly kind: 'impossible'; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'merged';
      /** The version that came from the last file: what was published after it is ours. */
      readonly since: { readonly version: number; readonly at: Date };
      /** It is the very file that came last: what stands here says all of it already. */
      readonly nothingNew: boolean;
      /** Nodes in which both sides, or one of them, changed the policy. */
      readonly changes: readonly MergedChange[];
      readonly conflicts: readonly MergeConflict[];
    };

/** The file of a workflow that was brought last, as it came. */
export interface LastImport {
  readonly version: number;
  readonly at: Date;
  readonly text: string;
  readonly sidecar: string | null;
}

export interface MergeInput {
  /** The file as it came. */
  readonly brought: Reading;
  /** The same with the sidecar that stands here, where it came without one. */
  readonly plain: Reading;
  readonly standing: Standing;
  readonly last: LastImport | null;
  /** False: replace without merging. */
  readonly merge: boolean;
  readonly choices: ReadonlyMap<string, Side>;
}

export interface Merged {
  readonly reading: Reading;
  readonly report: MergeReport;
  /** The file as the next one is held against it; null where that is what `reading` says. */
  readonly broughtAs: { readonly text: string; readonly sidecar: string | null } | null;
}

/** Merges a file into what stands here, on the ground of the file that was brought last. */
export function mergeReading({ brought, plain, standing, last, merge, choices }: MergeInput): Merged {
  const replaced = (report: MergeReport): Merged => ({ reading: plain, report, broughtAs: null });
  if (!merge) return replaced({ kind: 'off' });
  const { dialect, source: theirs } = brought;
  const lastDialect = last && detectDialect(last.text);
  if (!last || !lastDialect) return replaced({ kind: 'no_base' });
  const base: Standing = {
    dialect: lastDialect,
    source: { ...standing.source, text: last.text, sidecar: last.sidecar },
  };
  const planned = planReimport({ base, ours: standing, theirs: { dialect, source: theirs }, choices });
  if (!planned.ok) {
    const { error } = planned;
    if (error.reason === 'base_unreadable') return replaced({ kind: 'no_base' });
    return replaced({ kind: 'impossible', diagnostics: error.diagnostics });
  }
  const { source, workflow, diagnostics, changes, conflicts } = planned.value;
  const certificates = brought.diagnostics.filter(({ code }) => code === 'certificates_brought');
  const { text, sidecar } = standing.source;
  const since = { version: last.version, at: last.at };
  const beside = theirs.sidecar ?? (lastDialect === dialect ? last.sidecar : null);
  const again = last.text === theirs.text && last.sidecar === beside;
  const nothingNew = again && conflicts.length === 0 && source.text === text && source.sidecar === sidecar;
  const asItCame = source.text === theirs.text && source.sidecar === beside;
  return {
    reading: { ...plain, source, workflow, diagnostics: [...diagnostics, ...certificates] },
    report: { kind: 'merged', since, nothingNew, changes, conflicts },
    broughtAs: asItCame ? null : { text: theirs.text, sidecar: beside },
  };
}

/** Choices of a person by node id; of several for one node the last. */
export function choicesOf(list: readonly { readonly nodeId: string; readonly side: Side }[]): Map<string, Side> {
  return new Map(list.map(({ nodeId, side }) => [nodeId, side]));
}

/** Conflicts that nobody has decided yet. */
export function openConflicts(report: MergeReport): readonly MergeConflict[] {
  return report.kind === 'merged' ? report.conflicts.filter(({ chosen }) => chosen === null) : [];
}

/** Node ids that were decided without being in conflict: whoever decided saw something else. */
export function strayChoices(report: MergeReport, choices: ReadonlyMap<string, Side>): readonly string[] {
  if (report.kind !== 'merged') return [...choices.keys()];
  const decidable = new Set(report.conflicts.map(({ nodeId }) => nodeId));
  return [...choices.keys()].filter((nodeId) => !decidable.has(nodeId));
}

/** Lines of the files that differ, and how many more there are than anybody reads. */
export interface ChangedLines {
  readonly files: readonly DiffFile[];
  readonly more: number;
}
const MAX_LINES = 2000;

/** Lines by which what would stand after an import differs from what stands before it. */
export function changedLines(before: DefinitionText, after: DefinitionText): ChangedLines {
  let left = MAX_LINES;
  let more = 0;
  const files = versionFiles(before, after).map(({ name, hunks }) => ({
    name,
    hunks: hunks.flatMap((hunk) => {
      const lines = hunk.lines.slice(0, left);
      left -= lines.length;
      more += hunk.lines.length - lines.length;
      return lines.length > 0 ? [{ ...hunk, lines }] : [];
    }),
  }));
  return { files: files.filter(({ hunks }) => hunks.length > 0), more };
}
