import { sidecarName } from '@/lib/dialects/file-name';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { type DiffFile, diffFile } from '@/lib/workflows/line-diff';
import { compareVersions, type NodeChange } from '@/lib/workflows/version-diff';
import { policyChanges } from '@/lib/workflows/version-words';
import { readDefinitionFile } from './files';
import { findingLine, type Reading, readAndCheck } from './findings';
import { CliError, EXIT, type ExitCode, type Io, json, printable } from './outcome';
import { phraseWords } from './words';

export interface DiffOptions {
  /** The differing lines as well; then lines that mean the same count as a difference. */
  readonly lines?: boolean | undefined;
  readonly sidecar?: boolean | undefined;
  readonly oldSidecar?: string | undefined;
  readonly newSidecar?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What two definitions say differently, node by node. Ends with 1 when there is anything. */
export async function diff(io: Io, oldFile: string, newFile: string, options: DiffOptions): Promise<ExitCode> {
  if (oldFile === '-' && newFile === '-')
    throw new CliError('Only one of the two can be standard input.', { exit: EXIT.wrongUse, code: 'usage' });
  const sidecarOf = (named: string | undefined) => ({
    sidecar: named ?? (options.sidecar === false ? false : undefined),
  });
  const [before, after] = [
    await read(io, oldFile, sidecarOf(options.oldSidecar), newFile),
    await read(io, newFile, sidecarOf(options.newSidecar), oldFile),
  ];
  const comparison = compareVersions(before.workflow, after.workflow);
  const files = lines(before, after);
  const said = comparison.name !== null || comparison.owner !== null || comparison.nodes.length > 0;
  const differs = said || (options.lines === true && files.length > 0);
  if (options.json) {
    const nodes = comparison.nodes.map((node) => ({ ...node, changes: changesOf(node) }));
    const { name, owner } = comparison;
    io.out(json({ same: !said, sameLines: files.length === 0, name, owner, nodes, ...(options.lines && { files }) }));
  } else io.out(printable([...headLines(comparison), ...comparison.nodes.flatMap(nodeLines)].join('')));
  if (!options.json && options.lines) io.out(printable(files.map(fileLines).join('')));
  if (!options.json && !said) io.out(files.length === 0 ? 'No difference.\n' : SAME_MEANING);
  return differs ? EXIT.findings : EXIT.fine;
}

const SAME_MEANING = 'The lines differ; what they say does not.\n';

type Whole = Reading & { readonly workflow: WorkflowDefinition; readonly source: NonNullable<Reading['source']> };

/** Standard input is the same file in another state, so it is called like the other one. */
async function read(
  io: Io,
  file: string,
  sidecar: { readonly sidecar?: string | boolean | undefined },
  other: string,
): Promise<Whole> {
  const definition = await readDefinitionFile(io, file, sidecar, file === '-' ? other : undefined);
  const reading = readAndCheck(definition);
  const { workflow, source } = reading;
  if (workflow && source) return { ...reading, workflow, source };
  const errors = reading.findings.filter(({ severity }) => severity === 'error');
  const shown = errors.map(findingLine).join('');
  const message = `${file} cannot be compared:\n${shown}`.trimEnd();
  throw new CliError(message, { exit: EXIT.wrongUse, code: 'unreadable', more: { findings: errors } });
}

function lines(before: Whole, after: Whole): DiffFile[] {
  const name = after.source.fileName;
  return [
    diffFile(name, before.source.text, after.source.text),
    diffFile(sidecarName(name), before.source.sidecar ?? '', after.source.sidecar ?? ''),
  ].filter(({ hunks }) => hunks.length > 0);
}

function headLines({ name, owner }: ReturnType<typeof compareVersions>): string[] {
  return [
    ...(name ? [`name: ${name.before} → ${name.after}\n`] : []),
    ...(owner ? [`owner: ${owner.before ?? 'none'} → ${owner.after ?? 'none'}\n`] : []),
  ];
}

const STATES = { added: 'new', removed: 'gone', changed: 'changed' } as const;
const ENGINE = {
  same: [],
  came: ['the engine keeps retries of its own here since'],
  went: ['the retries that the engine kept for itself were replaced'],
  changed: ['the retries that the engine keeps for itself changed'],
} as const;

function nodeLines(node: NodeChange): string[] {
  const title = node.name === node.id ? node.id : `${node.id} (${node.name})`;
  const details = [
    ...changesOf(node).map(({ label, before, after }) => `${label}: ${before} → ${after}`),
    ...(node.kind === 'changed' && node.platformKeys.length > 0
      ? [`keys of the platform: ${node.platformKeys.join(', ')}`]
      : []),
    ...(node.kind === 'changed' ? ENGINE[node.engineRetry] : []),
  ];
  return [`node ${title}: ${STATES[node.kind]}\n`, ...details.map((each) => `  ${each}\n`)];
}

/** What the rule says differently, in words; for a new node all that it says, for a gone one nothing. */
function changesOf(node: NodeChange) {
  return wordsOf(node).map((each) => ({
    label: phraseWords(each.label),
    before: phraseWords(each.before),
    after: phraseWords(each.after),
  }));
}

function wordsOf(node: NodeChange) {
  if (node.kind === 'changed') return node.policy ? policyChanges(node.policy.before, node.policy.after) : [];
  return node.kind === 'added' ? policyChanges({}, node.policy) : [];
}

/** As `diff -u` writes them. */
function fileLines({ name, hunks }: DiffFile): string {
  const head = `--- ${name}\n+++ ${name}\n`;
  return head + hunks.map((hunk) => `${hunkHead(hunk)}\n${hunk.lines.join('\n')}\n`).join('');
}

function hunkHead({ oldStart, newStart, lines: all }: DiffFile['hunks'][number]): string {
  const count = (sign: string) => all.filter((line) => line.startsWith(sign) || line.startsWith(' ')).length;
  return `@@ -${oldStart},${count('-')} +${newStart},${count('+')} @@`;
}
