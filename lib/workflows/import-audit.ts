import type { AuditRecord } from '@/lib/audit/actions';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { policyPart } from '@/lib/policy/document';
import type { Json, JsonObject } from '@/lib/shared/json';
import type { MergeReport } from './import-merge';

/** A file as it was brought, and what was read from it. */
export interface Brought {
  readonly fileName: string;
  readonly dialect: string;
  readonly sidecar: boolean;
  readonly workflow: WorkflowDefinition;
}

/** What stood in the place of what was brought. */
export interface Replaced {
  readonly version: number;
  readonly name: string;
  readonly owner: string | null;
  readonly dialect: string;
  readonly fileName: string;
  readonly nodes: readonly { readonly nodeId: string; readonly config: JsonObject }[];
}

/** The node_ids that a replacement touches, and how. */
export interface Touched {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly policyChanged: readonly string[];
  readonly otherwiseChanged: readonly string[];
  readonly merge: MergeReport;
}

/** A new workflow as the audit tells of it: the file, its nodes, and the policies that came with it. */
export function importRecord(id: string, brought: Brought): AuditRecord {
  const { workflow } = brought;
  return {
    action: 'workflow.import',
    subject: { kind: 'workflow', id, name: workflow.name },
    after: { version: 1, ...fileOf(brought), nodes: workflow.nodes.map((node) => policyOf(node.id, node.config)) },
  };
}

/** A replacement as the audit tells of it: which nodes came, went and changed, and their policies on both sides. */
export function replaceRecord(id: string, brought: Brought, replaced: Replaced, touched: Touched): AuditRecord {
  const { workflow } = brought;
  const { version, name, owner, dialect, fileName } = replaced;
  const { added, removed, policyChanged, otherwiseChanged } = touched;
  const [before, after] = [new Set([...removed, ...policyChanged]), new Set([...added, ...policyChanged])];
  const old = replaced.nodes.filter(({ nodeId }) => before.has(nodeId));
  return {
    action: 'workflow.replace',
    subject: { kind: 'workflow', id, name: workflow.name },
    before: {
      ...{ version, file: fileName, dialect, name, owner },
      nodes: old.map(({ nodeId, config }) => policyOf(nodeId, config)),
    },
    after: {
      version: version + 1,
      ...fileOf(brought),
      ...{ added, removed, policyChanged, otherwiseChanged, merge: mergeOf(touched.merge) },
      nodes: workflow.nodes.filter((node) => after.has(node.id)).map((node) => policyOf(node.id, node.config)),
    },
  };
}

/** In how many nodes something of ours was kept and something of the file taken, and who holds where both said something. */
function mergeOf(merge: MergeReport): Json {
  if (merge.kind !== 'merged') return merge.kind === 'off' ? 'replaced' : merge.kind;
  const decided = merge.conflicts.map(({ nodeId, chosen }): JsonObject => ({ id: nodeId, side: chosen }));
  const count = (side: 'kept' | 'taken') => merge.changes.filter((change) => change[side].length > 0).length;
  return { since: merge.since.version, kept: count('kept'), taken: count('taken'), decided };
}

function fileOf({ fileName, dialect, sidecar, workflow }: Brought): JsonObject {
  const { name, owner } = workflow;
  return { file: fileName, dialect, ...(sidecar ? { sidecar } : {}), name, owner };
}

function policyOf(id: string, config: JsonObject): JsonObject {
  const policy = policyPart(config);
  return Object.keys(policy).length === 0 ? { id } : { id, policy };
}
