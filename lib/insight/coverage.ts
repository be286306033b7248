import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { checkPolicy, repeatSafety } from '@/lib/policy/check';
import { classify, classifyInput } from '@/lib/policy/classify';
import { missingRecordFields } from '@/lib/policy/record';
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

/** What a node's config says of its coverage by itself, whatever the history and whoever owns it. */
export interface PolicyFacts {
  /** What it lacks, but for `owner` and `unclassified_codes`. */
  readonly lacks: readonly Lack[];
  /** Nothing in it can fail, as long as it is never seen failing. */
  readonly nothingCanFail: boolean;
}

/**
 * What a node still lacks. A node in which nothing can fail lacks nothing: one that was never
 * seen failing and either says `actions: []`, or lists no action and cannot carry a policy. A
 * node that may carry one and lists no actions at all has simply not been looked at yet.
 */
export function coverageOf(input: CoverageInput): Coverage {
  return coverageFrom(policyFacts(input), {
    owned: input.effectiveOwner !== null,
    failed: input.seenCodes.length > 0,
    unclassified: input.policy !== null && hasUnclassified(input, input.policy),
  });
}

/** The part of `coverageOf` that changes with the config only; lists keep it beside the node. */
export function policyFacts(input: Pick<CoverageInput, 'policy' | 'canCarryPolicy' | 'hasEngineRetry'>): PolicyFacts {
  const { policy, canCarryPolicy, hasEngineRetry = false } = input;
  if (policy === null) return { lacks: ['invalid'], nothingCanFail: false };
  const lacking: Partial<Record<Lack, boolean>> = {
    invalid: contradicts(policy),
    classification: (policy.classification ?? []).length === 0 && policy.retry?.retryOn === undefined,
    retry: policy.retry === undefined && !hasEngineRetry,
    idempotency: doubtful(policy, hasEngineRetry),
    on_exhausted: policy.onExhausted === undefined,
    record: policy.onExhausted !== undefined && missingRecordFields(policy.onExhausted.record ?? []).length > 0,
  };
  const listed = policy.actions;
  return {
    lacks: LACKS.filter((lack) => lacking[lack] ?? false),
    nothingCanFail: listed === undefined ? !canCarryPolicy : listed.length === 0,
  };
}

/**
 * The rest of it: with who owns the node, whether it was seen failing, and whether with a code that
 * its (readable) policy does not classify. The list of nodes says the same in SQL.
 */
export function coverageFrom(
  facts: PolicyFacts,
  { owned, failed, unclassified }: { owned: boolean; failed: boolean; unclassified: boolean },
): Coverage {
  if (facts.nothingCanFail && !failed) return coverage([]);
  const also = { owner: !owned, unclassified_codes: unclassified };
  return coverage(
    LACKS.filter(
      (lack) => facts.lacks.includes(lack) || ((lack === 'owner' || lack === 'unclassified_codes') && also[lack]),
    ),
  );
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
