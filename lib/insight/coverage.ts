import { drillsNeeded, type ProofState } from '@/lib/drills/standing';
import type { Drill } from '@/lib/drills/vocabulary';
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

/**
 * How far a node is. `configured`: it lacks nothing, and was not proved; `simulated`: each drill needed was passed;
 * `proven`: each by the platform's own log; `stale`: was proved once, and what was proved is not so any more.
 */
export const COVERAGE_STATES = ['incomplete', 'configured', 'simulated', 'proven', 'stale'] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

export interface Coverage {
  readonly state: CoverageState;
  /** Empty unless `incomplete`. */
  readonly lacks: readonly Lack[];
  /** Nothing can fail in it, as far as anybody knows: it is `configured`, and there is nothing to prove. */
  readonly idle: boolean;
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
  /** How its certificates stand (`proofStanding`); absent = it has none. */
  readonly proof?: ProofState;
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
    proof: input.proof ?? 'none',
  });
}

/** The part of `coverageOf` that changes with config and catalogue only; lists keep it beside the node. */
export function policyFacts(
  input: Pick<CoverageInput, 'policy' | 'canCarryPolicy' | 'hasEngineRetry' | 'extra'>,
): PolicyFacts {
  const { policy, canCarryPolicy, hasEngineRetry = false, extra } = input;
  if (policy === null) return { lacks: ['invalid'], nothingCanFail: false };
  const lacking: Partial<Record<Lack, boolean>> = {
    invalid: contradicts(policy, extra),
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

/** What coverage knows of a node beside its config. */
export interface NodeState {
  readonly owned: boolean;
  /** It was seen failing. */
  readonly failed: boolean;
  /** With a code that its (readable) policy does not classify. */
  readonly unclassified: boolean;
  readonly proof: ProofState;
}

/** The rest of it. The list of nodes says the same in SQL. */
export function coverageFrom(facts: PolicyFacts, { owned, failed, unclassified, proof }: NodeState): Coverage {
  if (isIdle(facts, failed)) return { state: 'configured', lacks: [], idle: true };
  const also = { owner: !owned, unclassified_codes: unclassified };
  const lacks = LACKS.filter(
    (lack) => facts.lacks.includes(lack) || ((lack === 'owner' || lack === 'unclassified_codes') && also[lack]),
  );
  return { state: lacks.length > 0 ? 'incomplete' : STATE_OF[proof], lacks, idle: false };
}

/** How far the nodes of one list are; `configured` without those that are `idle`. Together they are all `nodes`. */
export interface CoverageCounts extends Readonly<Record<CoverageState, number>> {
  readonly nodes: number;
  readonly idle: number;
}

export function countCoverage(coverages: readonly Coverage[]): CoverageCounts {
  const of = (state: CoverageState) => coverages.filter((each) => each.state === state && !each.idle).length;
  return {
    ...{ incomplete: of('incomplete'), configured: of('configured'), stale: of('stale') },
    ...{ simulated: of('simulated'), proven: of('proven') },
    nodes: coverages.length,
    idle: coverages.filter(({ idle }) => idle).length,
  };
}

/** How much is left to do, to sort by: each thing that is lacking, then drills to do again, drills to do, the platform. */
export function leftToDo({ state, lacks, idle }: Coverage): number {
  if (idle) return 0;
  return state === 'incomplete' ? lacks.length + LEFT.stale : LEFT[state];
}

/** The drills that prove a node which was seen failing, or was not. */
export function neededDrills(
  facts: Pick<PolicyFacts, 'nothingCanFail'>,
  { failed, claimsIdempotency }: { readonly failed: boolean; readonly claimsIdempotency: boolean },
): readonly Drill[] {
  return drillsNeeded({ nothingCanFail: isIdle(facts, failed), claimsIdempotency });
}

const LEFT: Readonly<Record<Exclude<CoverageState, 'incomplete'>, number>> = {
  stale: 3,
  configured: 2,
  simulated: 1,
  proven: 0,
};

const STATE_OF: Readonly<Record<ProofState, CoverageState>> = {
  none: 'configured',
  simulated: 'simulated',
  platform: 'proven',
  stale: 'stale',
};

function isIdle({ nothingCanFail }: Pick<PolicyFacts, 'nothingCanFail'>, failed: boolean): boolean {
  return nothingCanFail && !failed;
}

/** Errors other than the gate's, which counts as `idempotency`. */
function contradicts(policy: NodePolicy, extra: CatalogueExtra | undefined): boolean {
  return checkPolicy(policy, extra && { extra }).some(
    ({ severity, code }) => severity === 'error' && !code.startsWith('gate_'),
  );
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
