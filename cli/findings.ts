import { decodeDefinition } from '@/lib/dialects/decode';
import { detectDialect, readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { checkPolicy } from '@/lib/policy/check';
import { readPolicy } from '@/lib/policy/read';
import type { Diagnostic, Severity } from '@/lib/shared/diagnostic';
import type { Definition } from './files';
import { printable } from './outcome';
import { type Placed, placeDiagnostics } from './places';
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
  const all = [...diagnostics, ...empty, ...(workflow ? checks(workflow, diagnostics) : [])];
  const placed = placeDiagnostics(source, dialect, workflow?.nodes ?? [], all);
  const found = toFindings(placed, file.path, sidecar?.path ?? file.path);
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
function toFindings(placed: readonly Placed[], file: string, sidecar: string): Finding[] {
  return placed.flatMap(({ diagnostic, inSidecar }, index) => {
    if (diagnostic.code === 'sidecar_problem') return [];
    const before = placed[index - 1]?.diagnostic;
    if (before?.code !== 'sidecar_problem') return [finding(diagnostic, inSidecar ? sidecar : file)];
    const { line, column } = before.values ?? {};
    const { sidecarLine: _, ...values } = diagnostic.values ?? {};
    return [{ ...finding({ ...diagnostic, values }, sidecar), line: Number(line), column: Number(column) }];
  });
}

/**
 * What reading does not judge: the idempotency gate, owners, classes against retries. Said once. By the built-in rows of
 * the catalogue: what people added is known to the server alone.
 */
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

function byPlace(first: string) {
  return (a: Finding, b: Finding) =>
    Number(a.file !== first) - Number(b.file !== first) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0);
}
