import { z } from 'zod';
import { checkWhere, RUN_FIELDS } from '@/lib/drills/schema';
import { CHANNEL_MODES, CLOCKS, DRILLS, FAULTS, RUN_STATES, RUNNERS, TRIAL_STATES } from '@/lib/drills/vocabulary';
import { MEND_PLACES, OBSERVATIONS } from '@/lib/judge/drill';
import { operation } from './operation';
import { idParams, momentSchema } from './schemas';

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const observationSchema = z
  .object({
    key: z.enum(OBSERVATIONS),
    verdict: z.enum(['passed', 'failed', 'not_observed', 'not_applicable']),
    reason: z.string(),
    expected: valuesSchema,
    seen: valuesSchema,
    mend: z.enum(MEND_PLACES).optional().meta({ description: 'Where a failed one is mended' }),
  })
  .meta({ id: 'DrillObservation' });

const trialSchema = z
  .object({
    id: z.uuid(),
    drill: z.literal(DRILLS),
    round: z.int().meta({ description: 'One that was interrupted is done again as another round' }),
    fault: z.enum(FAULTS),
    state: z.enum(TRIAL_STATES),
    problem: z.string().nullable(),
    startedAt: momentSchema.nullable(),
    endedAt: momentSchema.nullable(),
    fastest: z.number().meta({ description: 'The most that waits passed faster than they are; 1 = in real time' }),
    observations: z.array(observationSchema),
  })
  .meta({ id: 'DrillTrial' });

const runSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(RUN_STATES),
    problem: z.string().nullable().meta({ description: 'Why it was aborted' }),
    node: z.object({ id: z.uuid(), nodeId: z.string(), name: z.string() }),
    workflow: z.object({ id: z.uuid(), name: z.string() }),
    nodeVersion: z.int(),
    workflowVersion: z.int(),
    recipient: z.string().nullable().meta({ description: 'Group that was to be told; null = no owner' }),
    runner: z.enum(RUNNERS),
    target: z.string(),
    environment: z.string(),
    channels: z.enum(CHANNEL_MODES),
    clock: z.enum(CLOCKS),
    requestedBy: z.string(),
    createdAt: momentSchema,
    startedAt: momentSchema.nullable(),
    endedAt: momentSchema.nullable(),
    trials: z.array(trialSchema),
  })
  .meta({ id: 'DrillRun' });

const { drills, runner, targetId, testNode, channels, clock } = RUN_FIELDS;

export const startDrillsOperation = operation({
  id: 'startDrills',
  method: 'POST',
  path: '/nodes/{id}/drills',
  tag: 'drills',
  permission: 'drill.run',
  params: idParams,
  body: {
    schema: z
      .strictObject({
        drills,
        runner: runner.default('builtin'),
        targetId: targetId.default(null).meta({ description: 'A declared target; null = the built-in sandbox' }),
        testNode: testNode.default(null).meta({ description: 'Name of the node there; null = its own' }),
        channels: channels
          .default('capture')
          .meta({ description: 'capture: messages are rendered and kept, and go nowhere' }),
        clock: clock.default('shortened').meta({ description: 'On a platform it has to be real' }),
      })
      .superRefine(checkWhere),
  },
  success: { status: 201, schema: z.object({ id: z.uuid() }), location: true },
  refusals: [
    ...(['not_found', 'not_yours', 'recipient_not_yours', 'running', 'policy_broken', 'cannot_carry'] as const),
    ...(['nothing_can_fail', 'nothing_applies'] as const),
    ...(['target_not_found', 'target_production', 'target_without_address'] as const),
  ],
});

export const getDrillRunOperation = operation({
  id: 'getDrillRun',
  method: 'GET',
  path: '/drills/{id}',
  tag: 'drills',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: runSchema },
  refusals: ['not_found'],
});

export const stopDrillRunOperation = operation({
  id: 'stopDrillRun',
  method: 'POST',
  path: '/drills/{id}/stop',
  tag: 'drills',
  permission: 'drill.run',
  params: idParams,
  success: { status: 204, schema: null },
  refusals: ['not_found', 'not_yours', 'ended'],
});
