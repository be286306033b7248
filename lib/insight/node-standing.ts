import { claimsIdempotency } from '@/lib/drills/proof';
import { type Certificate, type ProofStanding, type Provable, proofStanding } from '@/lib/drills/standing';
import { type Coverage, type CoverageInput, coverageOf, neededDrills, policyFacts } from './coverage';

export interface NodeStanding {
  readonly coverage: Coverage;
  /** How each drill that it needs stands. */
  readonly proof: ProofStanding;
}

/** How far a node is, and what of it is proved, by its certificates and what one of `current` would hold for. */
export function nodeStanding(
  input: Omit<CoverageInput, 'proof'>,
  {
    certificates,
    current,
    now,
  }: { readonly certificates: readonly Certificate[]; readonly current: Provable; readonly now: Date },
): NodeStanding {
  const needed = neededDrills(policyFacts(input), {
    failed: input.seenCodes.length > 0,
    claimsIdempotency: claimsIdempotency(input.policy ?? {}),
  });
  const proof = proofStanding({ needed, certificates, current, now });
  return { coverage: coverageOf({ ...input, proof: proof.state }), proof };
}
