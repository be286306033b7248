import type { AuditRecord } from '@/lib/audit/actions';
import { policyPart } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';

/** One node's config before and after a publication. */
export interface PublishedNode {
  readonly nodeRowId: string;
  readonly nodeId: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The node's own text was typed, which says more than its policy. */
  readonly textTyped: boolean;
  readonly replaceEngineRetry: boolean;
}

export interface Publication {
  readonly workflow: { readonly id: string; readonly name: string; readonly version: number };
  /** What it is, where it is not what somebody wrote on the nodes. */
  readonly origin: Origin;
  readonly note: string | undefined;
  readonly nodes: readonly PublishedNode[];
}

/** Where published policies come from: drafts, an earlier version, the general skeleton, or a bulk change (and back). */
export type Origin =
  | { readonly kind: 'drafts' }
  | { readonly kind: 'restore'; readonly version: number }
  | { readonly kind: 'skeleton' }
  /** `id`: the bulk change. */
  | { readonly kind: 'bulk' | 'bulk_undo'; readonly id: string };

const ACTIONS = {
  drafts: 'policy.publish',
  restore: 'policy.restore',
  skeleton: 'policy.skeleton',
  bulk: 'policy.bulk',
  bulk_undo: 'policy.bulk_undo',
} as const;

/** A publication as the audit tells of it: the policy of each node, before and after, and the workflow's version. */
export function publicationRecord({ workflow, origin, note, nodes }: Publication): AuditRecord {
  const { id, name, version } = workflow;
  return {
    action: ACTIONS[origin.kind],
    subject: { kind: 'workflow', id, name },
    before: { version, nodes: nodes.map((node) => ({ ...named(node), policy: policyPart(node.before) })) },
    after: {
      version: version + 1,
      ...(note ? { note } : {}),
      ...(origin.kind === 'restore' ? { restoredFrom: origin.version } : {}),
      ...('id' in origin ? { bulk: origin.id } : {}),
      nodes: nodes.map((node) => ({
        ...named(node),
        policy: policyPart(node.after),
        ...(node.textTyped ? { textTyped: true } : {}),
        ...(node.replaceEngineRetry ? { replacedEngineRetry: true } : {}),
      })),
    },
  };
}

function named({ nodeId, nodeRowId }: PublishedNode): JsonObject {
  return { id: nodeId, row: nodeRowId };
}
