import { type PlanInput, planTrial, type TrialPlan } from '@/lib/drills/plan';
import type { DrillTargetChoice } from '@/lib/drills/queries';
import {
  type ChannelMode,
  DRILLS,
  type Drill,
  type DrillClockMode,
  FAULTS_OF,
  type Fault,
  type Runner,
} from '@/lib/drills/vocabulary';
import type { CatalogueExtra } from '@/lib/policy/catalogue';

/** What somebody has chosen so far. */
export interface Choices {
  readonly drills: ReadonlySet<Drill>;
  readonly faults: Readonly<Record<Drill, Fault>>;
  readonly runner: Runner;
  readonly targetId: string | null;
  readonly testNode: string;
  readonly channels: ChannelMode;
  readonly clock: DrillClockMode;
}

export interface Planned {
  readonly plans: readonly TrialPlan[];
  /** Drills that say nothing about this node, whatever is chosen. */
  readonly left: ReadonlySet<Drill>;
}

/** All drills that say something about the node, in the sandbox, to be captured, without waiting. */
export function firstChoices(policy: PlanInput['policy'], extra: CatalogueExtra = {}): Choices {
  const faults = {
    ...{ 1: firstFault(1), 2: firstFault(2), 3: firstFault(3), 4: firstFault(4), 5: firstFault(5) },
  };
  const applicable = DRILLS.filter(
    (drill) => planTrial({ drill, fault: faults[drill], policy, extra }).notApplicable === null,
  );
  return {
    ...{ drills: new Set(applicable), faults, runner: 'builtin', targetId: null, testNode: '' },
    ...{ channels: 'capture', clock: 'shortened' },
  };
}

/** The plan of what is chosen: by the very functions that the run is made with. */
export function planOf({ drills, faults }: Choices, policy: PlanInput['policy'], extra: CatalogueExtra = {}): Planned {
  const all = DRILLS.map((drill) => planTrial({ drill, fault: faults[drill], policy, extra }));
  return {
    plans: all.filter(({ drill, notApplicable }) => drills.has(drill) && notApplicable === null),
    left: new Set(all.filter(({ notApplicable }) => notApplicable !== null).map(({ drill }) => drill)),
  };
}

/** Targets that a runner can be sent to: it has to be asked by address, or a person goes there. */
export function targetsFor(runner: Runner, targets: readonly DrillTargetChoice[]): readonly DrillTargetChoice[] {
  if (runner === 'builtin') return [];
  return runner === 'webhook' ? targets.filter(({ asked }) => asked) : targets;
}

function firstFault(drill: Drill): Fault {
  const [fault] = FAULTS_OF[drill];
  if (fault === undefined) throw new Error('every drill has a fault');
  return fault;
}
