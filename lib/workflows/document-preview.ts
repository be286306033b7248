import { sidecarName } from '@/lib/dialects/file-name';
import { dialectById } from '@/lib/dialects/registry';
import { differingSchedules, type SchedulePair } from '@/lib/dialects/schedules';
import type { DefinitionText, DialectId, Loss } from '@/lib/dialects/types';
import { type DescribeContext, describePolicy } from '@/lib/policy/describe';
import type { Phrase } from '@/lib/policy/phrase';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { type DiffFile, diffFile } from './line-diff';

/** A policy on one node in full sentences and in lines. */
export interface DocumentPreview {
  readonly sentences: readonly Phrase[];
  readonly files: readonly DiffFile[];
  readonly losses: readonly Loss[];
  /** The engine's own name. */
  readonly engine: string;
  /** The rule's waits and the engine's, where they differ. */
  readonly schedules: SchedulePair | null;
  /** Why the text cannot take it; empty = it can. */
  readonly problems: readonly Diagnostic[];
}

/** What a policy would say and do to a workflow's files, were it written on one of its nodes. */
export function previewDocument(
  source: DefinitionText,
  dialectId: DialectId,
  { nodeId, policy }: { readonly nodeId: string; readonly policy: NodePolicy },
  words: DescribeContext,
): DocumentPreview {
  const { text, sidecar, fileName, engineVersion } = source;
  const dialect = dialectById(dialectId);
  const sentences = describePolicy(policy, words);
  const engine = { engine: dialect.label, schedules: null };
  const written = dialect.write(source, [{ nodeId, policy }]);
  if (!written.ok) return { ...engine, sentences, files: [], losses: [], problems: written.diagnostics };
  const files = [
    diffFile(fileName, text, written.text),
    diffFile(sidecarName(fileName), sidecar ?? '', written.sidecar ?? ''),
  ].filter((file) => file.hunks.length > 0);
  const after = dialect.read({ ...source, text: written.text, sidecar: written.sidecar }).workflow;
  const definition = after?.nodes.find(({ id }) => id === nodeId);
  const schedules = definition ? differingSchedules(dialect, definition, policy, engineVersion) : null;
  return { ...engine, sentences, files, losses: written.losses, schedules, problems: [] };
}
