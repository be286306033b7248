import type { MendPlace } from '@/lib/judge/drill';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { classify, classifyInput } from '@/lib/policy/classify';
import { missingRecordFields } from '@/lib/policy/record';
import type { NodePolicy } from '@/lib/policy/schema';
import type { FailureClass } from '@/lib/policy/vocabulary';
import { CODE_OF, type Drill, type Fault } from './vocabulary';

export const FORESEEN = [
  ...(['no_owner', 'group_missing', 'no_channel', 'no_retry'] as const),
  ...(['fault_terminal', 'fault_transient', 'record_short'] as const),
] as const;

/** Why a drill will fail as things are, and where that is mended. */
export interface Foreseen {
  readonly drill: Drill;
  readonly what: (typeof FORESEEN)[number];
  readonly mend: MendPlace;
  /** Raw code that the fault is logged with. */
  readonly code: string;
}

/** Whether anybody would be told, or why nobody. */
export type Reach = 'told' | 'no_owner' | 'group_missing' | 'no_channel';

export interface ForeseeInput {
  readonly policy: NodePolicy;
  readonly reach: Reach;
  readonly extra?: CatalogueExtra;
  readonly drills: readonly { readonly drill: Drill; readonly fault: Fault }[];
}

/**
 * What can be said before anything is done: the drills among these that cannot pass, by the same rules that judge them.
 * Drills 1 and 5 are made with failures that pass, 3 with one that does not (`domain.md`, "Drills").
 */
export function foresee({ policy, reach, drills, extra }: ForeseeInput): Foreseen[] {
  const rules = classifyInput(policy, extra);
  return drills.flatMap(({ drill, fault }) => {
    const code = CODE_OF[fault];
    const seen = classify(rules, code).class;
    const found = (what: Foreseen['what'], mend: MendPlace): Foreseen => ({ drill, what, mend, code });
    const wanted = WANTED[drill];
    return [
      ...(drill === 1 && policy.retry === undefined ? [found('no_retry', 'retry')] : []),
      ...(wanted !== undefined && wanted !== seen ? [found(`fault_${seen}`, 'classification')] : []),
      ...(TELLS.includes(drill) && reach !== 'told' ? [found(reach, MEND_OF[reach])] : []),
      ...(drill === 2 && recordShort(policy) ? [found('record_short', 'on_exhausted')] : []),
    ];
  });
}

const WANTED: Readonly<Partial<Record<Drill, FailureClass>>> = { 1: 'transient', 3: 'terminal', 5: 'transient' };
/** Drills that look at what was sent. */
const TELLS: readonly Drill[] = [2, 4];
const MEND_OF: Readonly<Record<Exclude<Reach, 'told'>, MendPlace>> = {
  no_owner: 'owner',
  group_missing: 'owner_group',
  no_channel: 'owner_group',
};

function recordShort({ onExhausted }: NodePolicy): boolean {
  return onExhausted?.record !== undefined && missingRecordFields(onExhausted.record).length > 0;
}
