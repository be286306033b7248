import { decodeDefinition } from '@/lib/dialects/decode';
import { detectDialect, dialectById, readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { checkPolicy } from '@/lib/policy/check';
import { readPolicy } from '@/lib/policy/read';
import type { Diagnostic, Severity } from '@/lib/shared/diagnostic';
import type { Definition } from './files';
import { printable } from './outcome';
import { diagnosticWords } from './words';

/** Something to be said about a file, at its place. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** In English, with what to do. */
  readonly message: string;
  readonly file: string;
  /** 1-based; null where it speaks of the file as a whole. */
  readonly line: number | null;
  readonly column: number | null;
  /** `node_id`. */
  readonly node: string | null;
  /** Where in the node's config: `retry.maxInterval`. */
  readonly path: string | null;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A definition as it was read; `workflow` is null when nothing could be. */
export interface Reading {
  readonly source: DefinitionText | null;
  readonly dialect: DialectId | null;
  readonly workflow: WorkflowDefinition | null;
  readonly findings: readonly Finding[];
}

/** Each look for a place reads the text again: beyond so many nodes, the node's first line has to do. */
const MAX_LOCATED = 100;

/** Reads a definition and checks every policy in it as publishing would, without a database. */
export function readAndCheck({ file, sidecar }: Definition): Reading {
  const text = decodeDefinition(file.bytes);
  if (!text.ok) return unread(text.error.map((each) => finding(each, file.path)));
  const beside = sidecar && decodeDefinition(sidecar.bytes);
  if (beside && !beside.ok) return unread(beside.error.map((each) => finding(each, sidecar.path)));
  const source = { text: text.value, sidecar: beside ? beside.value : null, fileName: file.name };
  const dialect = detectDialect(source.text);
  const { workflow, diagnostics } = readDefinition(source, dialect);
  const empty: Diagnostic[] = workflow?.nodes.length === 0 ? [{ code: 'no_nodes', severity: 'error' }] : [];
  const checked = workflow && dialect ? place(source, dialect, workflow, checks(workflow, diagnostics)) : [];
  const found = [
    ...sidecarFindings(diagnostics, file.path, sidecar?.path ?? file.path),
    ...[...empty, ...checked].map((each) => finding(each, file.path)),
  ];
  return { source, dialect, workflow, findings: found.sort(byPlace(file.path)) };
}

/** Diagnostics of one file, as a server sends them, in the same shape. */
export function finding({ code, severity, values = {}, place: at, nodeId, path }: Diagnostic, file: string): Finding {
  return {
    code,
    severity,
    message: diagnosticWords({ code, values }),
    file,
    line: at?.line ?? null,
    column: at?.column ?? null,
    node: nodeId ?? null,
    path: path ? path.join('.') : null,
    values,
  };
}

/** One line as compilers write it: `file:line:column: severity: message [code]`. */
export function findingLine({ file, line, column, severity, message, node, code }: Finding): string {
  const at = line === null ? file : `${file}:${line}:${column ?? 1}`;
  const about = node === null ? '' : ` (node ${node})`;
  return `${printable(`${at}: ${severity}: ${message}${about} [${code}]`).replaceAll('\n', ' ')}\n`;
}

function unread(findings: readonly Finding[]): Reading {
  return { source: null, dialect: null, workflow: null, findings };
}

/**
 * What stands in the sidecar is announced by a `sidecar_problem` with its place, since a place in another text
 * is none: both are brought together again.
 */
function sidecarFindings(diagnostics: readonly Diagnostic[], file: string, sidecar: string): Finding[] {
  return diagnostics.flatMap((each, index) => {
    if (each.code === 'sidecar_problem') return [];
    const announced = diagnostics[index - 1];
    if (announced?.code !== 'sidecar_problem') return [finding(each, file)];
    const { line, column } = announced.values ?? {};
    const { sidecarLine: _, ...values } = each.values ?? {};
    return [{ ...finding({ ...each, values }, sidecar), line: Number(line), column: Number(column) }];
  });
}

/** What reading does not judge: the idempotency gate, owners, classes against retries. Said once. */
function checks({ nodes, owner }: WorkflowDefinition, known: readonly Diagnostic[]): Diagnostic[] {
  const said = new Set(known.map(identity));
  return nodes.flatMap((node) => {
    const { policy } = readPolicy(node.config);
    if (!policy) return [];
    const found = checkPolicy(policy, { inheritedOwner: owner });
    return found.map((each) => ({ ...each, nodeId: node.id })).filter((each) => !said.has(identity(each)));
  });
}

function identity({ code, nodeId, path }: Diagnostic): string {
  return JSON.stringify([code, nodeId, path]);
}

/** Gives each the place of what it speaks of, or of its node. */
function place(
  source: DefinitionText,
  dialect: DialectId,
  { nodes }: WorkflowDefinition,
  found: readonly Diagnostic[],
): Diagnostic[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const finders = new Map<string, (path: Diagnostic['path']) => Diagnostic['place']>();
  const finderOf = (node: NodeDefinition) => {
    const known = finders.get(node.id);
    if (known) return known;
    const located = finders.size < MAX_LOCATED ? dialectById(dialect).locate(source, { nodeId: node.id }) : null;
    const finder = (path: Diagnostic['path']) => placeOf(path, located?.place.bind(located)) ?? node.place;
    finders.set(node.id, finder);
    return finder;
  };
  return found.map((each) => {
    const node = byId.get(each.nodeId ?? '');
    const at = node && finderOf(node)(each.path);
    return at ? { ...each, place: at } : each;
  });
}

/** What is missing stands nowhere: the nearest thing that would hold it does. */
function placeOf(
  path: Diagnostic['path'],
  locate: ((path: readonly (string | number)[]) => Diagnostic['place'] | null) | undefined,
): Diagnostic['place'] {
  for (let rest = path ?? []; locate && rest.length > 0; rest = rest.slice(0, -1)) {
    const at = locate(rest);
    if (at) return at;
  }
  return undefined;
}

function byPlace(first: string) {
  return (a: Finding, b: Finding) =>
    Number(a.file !== first) - Number(b.file !== first) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0);
}
