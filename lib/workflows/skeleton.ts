import { policyPart } from '@/lib/policy/document';
import { putRecord, putSkeleton } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import { missingRecordFields } from '@/lib/policy/record';
import type { NodePolicy } from '@/lib/policy/schema';
import type { JsonObject } from '@/lib/shared/json';

/** What the skeleton decides on a node where nobody has: retry, hand-off, or the fields that a record still lacks. */
export const SKELETON_PARTS = ['retry', 'hand_off', 'record'] as const;
export type SkeletonPart = (typeof SKELETON_PARTS)[number];

/**
 * Why a node is left out. `draft`: somebody is writing there; `invalid`: what stands there has to be
 * mended first; `nothing`: it lists no outbound action; `cannot`: the engine lets no policy stand there.
 */
export const LEFT_OUT = ['decided', 'draft', 'invalid', 'nothing', 'cannot'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export interface SkeletonInput {
  readonly config: JsonObject;
  readonly canCarryPolicy: boolean;
  /** Retry blocks of the engine's own stand there; they are a decision, and stay. */
  readonly hasEngineRetry: boolean;
  readonly hasDraft: boolean;
}

/** What the general skeleton would make of a node. */
export type SkeletonOutcome =
  | {
      readonly standing: 'open';
      readonly parts: readonly SkeletonPart[];
      readonly document: JsonObject;
      /** The policy that stands there now. */
      readonly before: NodePolicy;
    }
  | { readonly standing: LeftOut };

/**
 * The brief's general skeleton on a node, for what is not decided there yet: it never overwrites.
 * A retry that stands there stays with all it says, and so does a hand-off, save for missing fields.
 */
export function skeletonFor({ config, canCarryPolicy, hasEngineRetry, hasDraft }: SkeletonInput): SkeletonOutcome {
  if (!canCarryPolicy) return { standing: 'cannot' };
  const published = policyPart(config);
  const { policy: before } = readPolicy(published);
  if (before === null) return { standing: hasDraft ? 'draft' : 'invalid' };
  if (before.actions?.length === 0) return { standing: 'nothing' };
  const parts = openParts(before, hasEngineRetry);
  if (parts.length === 0) return { standing: 'decided' };
  if (hasDraft) return { standing: 'draft' };
  const document = parts.includes('retry') ? putSkeleton(published) : putRecord(published);
  return { standing: 'open', parts, document, before };
}

/** What of the skeleton is not decided yet. */
function openParts({ retry, onExhausted }: NodePolicy, hasEngineRetry: boolean): SkeletonPart[] {
  const open: Record<SkeletonPart, boolean> = {
    retry: retry === undefined && !hasEngineRetry,
    hand_off: onExhausted === undefined,
    record: onExhausted !== undefined && missingRecordFields(onExhausted.record ?? []).length > 0,
  };
  return SKELETON_PARTS.filter((part) => open[part]);
}
