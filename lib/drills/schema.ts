import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { CHANNEL_MODES, CLOCKS, DRILLS, type Drill, FAULTS, FAULTS_OF, type Fault, RUNNERS } from './vocabulary';

const MAX_TEST_NODE = 200;

/** One of the five drills, and how it is made to fail: only a fault that makes this drill. */
const chosenDrillSchema = z
  .object({
    drill: z.literal(DRILLS, { error: 'drill_unknown' }),
    fault: z.enum(FAULTS, { error: 'fault_unknown' }),
  })
  .refine(({ drill, fault }) => makes(drill, fault), { message: 'fault_of_other_drill', path: ['fault'] });

/** What may be said of a run, each by itself. Messages name the rule, as programs compare it. */
export const RUN_FIELDS = {
  drills: z
    .array(chosenDrillSchema)
    .min(1, { message: 'drills_none' })
    .refine((drills) => new Set(drills.map(({ drill }) => drill)).size === drills.length, {
      message: 'drills_twice',
    }),
  runner: z.enum(RUNNERS, { error: 'runner_unknown' }),
  /** Null: the built-in sandbox. */
  targetId: z.uuid({ error: 'target_unknown' }).nullable(),
  /** Name of the node there; null = its own. */
  testNode: z
    .string()
    .trim()
    .min(1, { message: 'test_node_empty' })
    .max(MAX_TEST_NODE, { message: 'test_node_long' })
    .refine(isStorable, { message: 'test_node_characters' })
    .nullable(),
  channels: z.enum(CHANNEL_MODES, { error: 'channels_unknown' }),
  clock: z.enum(CLOCKS, { error: 'clock_unknown' }),
};

/** What is asked for when drills are started. */
export const startDrillsSchema = z
  .object({
    nodeRowId: z.uuid({ error: 'node_unknown' }),
    ...RUN_FIELDS,
    /** Run that this one does again. */
    againOf: z.uuid({ error: 'run_unknown' }).nullable(),
  })
  .superRefine(checkWhere);

type Where = Pick<z.infer<typeof startDrillsSchema>, 'runner' | 'targetId' | 'testNode' | 'clock'>;

/** Holds against each other what only together makes sense: a target belongs to whoever goes there. */
export function checkWhere({ runner, targetId, testNode, clock }: Where, issues: z.core.$RefinementCtx): void {
  const says = (message: string, path: string) => issues.addIssue({ code: 'custom', message, path: [path] });
  if (runner === 'builtin') {
    if (targetId !== null) says('target_of_sandbox', 'targetId');
    if (testNode !== null) says('test_node_of_sandbox', 'testNode');
    return;
  }
  if (targetId === null) says('target_missing', 'targetId');
  // Nobody shortens the clock of a platform.
  if (clock === 'shortened') says('clock_of_platform', 'clock');
}

export const drillRunIdSchema = z.object({ runId: z.uuid({ error: 'run_unknown' }) });

/** Stops everything: it says nothing more. */
export const stopAllSchema = z.object({});

export type StartDrills = z.infer<typeof startDrillsSchema>;

function makes(drill: Drill, fault: Fault): boolean {
  return FAULTS_OF[drill].includes(fault);
}
