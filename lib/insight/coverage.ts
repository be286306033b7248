import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { checkPolicy, repeatSafety } from '@/lib/policy/check';
import { classify, classifyInput } from '@/lib/policy/classify';
import { missingRecordFields } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';

/** What a node may lack, in the order in which it is to be mended: the owner comes first. */
export const LACKS = [
  'invalid',
  'owner',
  'classification',
  'unclassified_codes',
  'retry',
  'idempotency',
  'on_exhausted',
  'record',
] as const;
export type Lack = (typeof LACKS)[number];

export interface Coverage {
  readonly state: 'complete' | 'incomplete';
  readonly lacks: readonly Lack[];
}

export interface CoverageInput {
  /** Null = what stands in the config does not hold; a node without policy is `{}`. */
  readonly policy: NodePolicy | null;
  /** The node's owner, else the workflow's; null = none. */
  readonly effectiveOwner: string | null;
  /** True where the engine lets a policy stand on this kind of node. */
  readonly canCarryPolicy: boolean;
  /** Codes of its failures in the window, as the log has them; null = no code. */
  readonly seenCodes: readonly (string | null)[];
  /** True while the engine's own retry stands there, which one schedule cannot hold. */
  readonly hasEngineRetry?: boolean;
  readonly extra?: CatalogueExtra;
}

/**
 * What a node still lacks. A node in which nothing can fail lacks nothing: one that was never
 * seen failing and either says `actions: []`, or lists no action and cannot carry a policy. A
 * node that may carry one and lists no actions at all has simply not been looked at yet.
 */
export function coverageOf(input: CoverageInput): Coverage {
  const { policy, effectiveOwner, canCarryPolicy, seenCodes } = input;
  if (policy === null) return coverage(effectiveOwner === null ? ['invalid', 'owner'] : ['invalid']);
  const listed = policy.actions;
  const nothingCanFail = listed === undefined ? !canCarryPolicy : listed.length === 0;
  if (nothingCanFail && seenCodes.length === 0) return coverage([]);
  const lacking: Record<Lack, boolean> = {
    invalid: contradicts(policy),
    owner: effectiveOwner === null,
    classification: (policy.classification ?? []).length === 0 && policy.retry?.retryOn === undefined,
    unclassified_codes: hasUnclassified(input, policy),
    retry: policy.retry === undefined && !input.hasEngineRetry,
    idempotency: doubtful(policy, input.hasEngineRetry ?? false),
    on_exhausted: policy.onExhausted === undefined,
    record: policy.onExhausted !== undefined && missingRecordFields(policy.onExhausted.record ?? []).length > 0,
  };
  return coverage(LACKS.filter((lack) => lacking[lack]));
}

function coverage(lacks: readonly Lack[]): Coverage {
  return { state: lacks.length === 0 ? 'complete' : 'incomplete', lacks };
}

/** Errors other than the gate's, which counts as `idempotency`. */
function contradicts(policy: NodePolicy): boolean {
  return checkPolicy(policy).some(({ severity, code }) => severity === 'error' && !code.startsWith('gate_'));
}

function hasUnclassified({ seenCodes, extra }: CoverageInput, policy: NodePolicy): boolean {
  const rules = classifyInput(policy, extra);
  return seenCodes.some((code) => classify(rules, code).unknown);
}

/**
 * Each action says whether it may be done twice, retry or not, since that is part of what a node
 * does; one that may not is in doubt only where it is retried. A waiver settles both.
 */
function doubtful({ actions, retry }: NodePolicy, engineRetry: boolean): boolean {
  if (actions === undefined) return true;
  if (retry?.waiver !== undefined) return false;
  const retried = engineRetry || (retry?.maxAttempts ?? 1) > 1;
  return actions.some((action) => {
    const safety = repeatSafety(action);
    return safety === 'unknown' || (safety === 'unsafe' && retried);
  });
}
