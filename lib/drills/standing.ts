import type { EpochMs } from '@/lib/shared/clock';
import { CERTIFICATE_MS, type CertificateKind, type Drill } from './vocabulary';

/** The last pass of a drill on a node, by kind, and what it holds for. */
export interface Certificate {
  readonly drill: Drill;
  /** `simulated` proves rule, hand-off and alert; `platform` execution too. */
  readonly kind: CertificateKind;
  readonly trialId: string;
  readonly runId: string;
  readonly nodeVersion: number;
  readonly policyHash: string;
  readonly recipient: string | null;
  readonly routeHash: string;
  /** Where it was passed. */
  readonly target: string;
  readonly passedAt: Date;
}

/** What a certificate of now would be given for. */
export type Provable = Pick<Certificate, 'policyHash' | 'recipient' | 'routeHash'>;

/** What makes a certificate worth nothing more: each of the first three voids it, with `age` it ages out. */
export const VOIDED_BY = ['policy', 'recipient', 'channels', 'age'] as const;
export type VoidedBy = (typeof VOIDED_BY)[number];

export interface CertificateStanding {
  readonly certificate: Certificate;
  /** Empty: it holds. */
  readonly voidedBy: readonly VoidedBy[];
  readonly holdsUntil: Date;
}

/**
 * `platform`, `simulated`: a certificate of that kind holds (the stronger one is named). `void`: what it was given for
 * is not so any more; `aged`: nothing changed, it is too old; `missing`: not passed yet, or failed since.
 */
export type DrillState = CertificateKind | 'void' | 'aged' | 'missing';

export interface DrillStanding {
  readonly drill: Drill;
  readonly state: DrillState;
  /** Platform first; at most one of each kind. */
  readonly certificates: readonly CertificateStanding[];
}

/**
 * `none`: nothing to prove, or not proved so far. `simulated`: each drill needed holds; `platform`: each by the
 * platform's own log. `stale`: was proved once, and one of them holds no more.
 */
export type ProofState = 'none' | 'simulated' | 'platform' | 'stale';

export interface ProofStanding {
  readonly state: ProofState;
  /** One for each drill needed, in their order. */
  readonly drills: readonly DrillStanding[];
}

/** Drills that every node needs in which something can fail. */
const ALWAYS: readonly Drill[] = [1, 2, 3, 4];

/** The drills that prove a node: none where nothing can fail, 5 only where it is claimed that doing it again is safe. */
export function drillsNeeded({
  nothingCanFail,
  claimsIdempotency,
}: {
  readonly nothingCanFail: boolean;
  readonly claimsIdempotency: boolean;
}): readonly Drill[] {
  if (nothingCanFail) return [];
  return claimsIdempotency ? [...ALWAYS, 5] : ALWAYS;
}

/** How each drill needed stands, and the node by them. Lists say the same in SQL (`PROOF_SQL`). */
export function proofStanding({
  needed,
  certificates,
  current,
  now,
}: {
  readonly needed: readonly Drill[];
  readonly certificates: readonly Certificate[];
  readonly current: Provable;
  readonly now: Date;
}): ProofStanding {
  const drills = needed.map((drill) =>
    drillStanding(
      drill,
      certificates.filter((each) => each.drill === drill).map((each) => certificateStanding(each, current, now)),
    ),
  );
  return { state: stateOf(drills), drills };
}

/** Whether a certificate holds now, and if not, everything that it fails by. */
export function certificateStanding(certificate: Certificate, current: Provable, now: Date): CertificateStanding {
  const { policyHash, recipient, routeHash, passedAt } = certificate;
  const holdsUntil: EpochMs = passedAt.getTime() + CERTIFICATE_MS;
  const otherRecipient = recipient !== current.recipient;
  const failing: Readonly<Record<VoidedBy, boolean>> = {
    policy: policyHash !== current.policyHash,
    recipient: otherRecipient,
    // Another group has other channels: that is said by the recipient alone.
    channels: !otherRecipient && routeHash !== current.routeHash,
    age: holdsUntil <= now.getTime(),
  };
  return {
    certificate,
    voidedBy: VOIDED_BY.filter((each) => failing[each]),
    holdsUntil: new Date(holdsUntil),
  };
}

/** True while a certificate of this drill holds, of whatever kind. */
export function isProved({ state }: Pick<DrillStanding, 'state'>): boolean {
  return state === 'platform' || state === 'simulated';
}

/** What voided certificates of the drills that are proved no more, in a fixed order. */
export function changesOf(drills: readonly DrillStanding[]): readonly VoidedBy[] {
  const found = drills.flatMap((drill) =>
    isProved(drill) ? [] : drill.certificates.flatMap(({ voidedBy }) => voidedBy),
  );
  return VOIDED_BY.filter((each) => found.includes(each));
}

/** Until when the drills that are proved stay so by themselves: the first end among the strongest; null = none is. */
export function holdsUntil(drills: readonly DrillStanding[]): Date | null {
  const ends = drills.flatMap(({ state, certificates }) =>
    certificates.flatMap(({ certificate, voidedBy, holdsUntil: end }) =>
      certificate.kind === state && voidedBy.length === 0 ? [end.getTime()] : [],
    ),
  );
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

function drillStanding(drill: Drill, unordered: readonly CertificateStanding[]): DrillStanding {
  const of = (kind: CertificateKind) => unordered.filter(({ certificate }) => certificate.kind === kind);
  const certificates = [...of('platform'), ...of('simulated')];
  const holding = certificates.find(({ voidedBy }) => voidedBy.length === 0);
  if (holding) return { drill, state: holding.certificate.kind, certificates };
  if (certificates.length === 0) return { drill, state: 'missing', certificates };
  const onlyAged = certificates.some(({ voidedBy }) => voidedBy.every((each) => each === 'age'));
  return { drill, state: onlyAged ? 'aged' : 'void', certificates };
}

function stateOf(drills: readonly DrillStanding[]): ProofState {
  if (drills.length === 0) return 'none';
  if (drills.every(({ state }) => state === 'platform')) return 'platform';
  if (drills.every(isProved)) return 'simulated';
  // A claim that came later needs drill 5, which was never passed: the node was proved all the same.
  const provedOnce = drills.every(({ drill, state }) => state !== 'missing' || !ALWAYS.includes(drill));
  return provedOnce && drills.some(({ state }) => state === 'void' || state === 'aged') ? 'stale' : 'none';
}
