import { z } from 'zod';
import { thresholdSettingSchema } from '@/lib/history/threshold-schema';
import { THRESHOLD_STATES } from '@/lib/history/threshold-state';
import { THRESHOLD_SHOWS, THRESHOLD_SORTS } from '@/lib/insight/threshold-list';
import { operation } from './operation';
import { momentSchema } from './schemas';

const rate = (end: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `Executions that fail with the code, from 0 to 1: ${end} end of 95 %` });

const thresholdSchema = z
  .object({
    nodeId: z.uuid().meta({ description: 'Id of the node' }),
    nodeName: z.string(),
    workflowId: z.uuid(),
    workflowName: z.string(),
    code: z.string().meta({ description: 'Raw, as the log has it; * = all codes together' }),
    state: z.enum(THRESHOLD_STATES),
    since: momentSchema.meta({ description: 'It has been so since then' }),
    written: z.int().nullable().meta({ description: 'In force, a day; null = none' }),
    writtenSource: z.enum(['measured', 'manual', 'pending-observation']).nullable(),
    suggested: z.int().nullable().meta({ description: 'A day; null = too little history' }),
    sampleSize: z.int().meta({ description: 'Executions in the window' }),
    failureCount: z.int().meta({ description: 'Of those failed with the code, each once a day' }),
    rateLow: rate('lower'),
    rateHigh: rate('upper'),
    windowDays: z.int(),
    measuredAt: momentSchema,
    drafted: z.boolean().meta({ description: 'The draft of the node has just this suggestion' }),
  })
  .meta({ id: 'ThresholdState' });

export const listThresholdsOperation = operation({
  id: 'listThresholds',
  method: 'GET',
  path: '/thresholds',
  tag: 'nodes',
  permission: 'read',
  query: z.object({
    show: z.enum(THRESHOLD_SHOWS).default('open').meta({ description: 'open = drifted or ripe, and in no draft yet' }),
    group: z.string().max(400).optional().meta({ description: 'Slug; ~ = your groups; - = no owner' }),
    workflow: z.uuid().optional(),
    q: z.string().max(200).default('').meta({ description: 'Words in node, workflow or code' }),
    sort: z.enum(THRESHOLD_SORTS).default('failures'),
    order: z.enum(['asc', 'desc']).default('desc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  success: {
    status: 200,
    schema: z.object({
      thresholds: z.array(thresholdSchema).meta({ description: '50 a page' }),
      matches: z.int(),
      page: z.int(),
      pages: z.int(),
    }),
  },
  refusals: [],
});

const sourceParams = z.object({
  id: z.uuid().or(z.literal('own')).meta({ description: "Id of the source; own = Failpath's own history" }),
});
const settingSchema = thresholdSettingSchema.omit({ sourceId: true }).meta({ id: 'ThresholdSample' });

export const getThresholdSampleOperation = operation({
  id: 'getThresholdSample',
  method: 'GET',
  path: '/sources/{id}/thresholds',
  tag: 'sources',
  permission: 'read',
  params: sourceParams,
  success: { status: 200, schema: settingSchema },
  refusals: ['not_found'],
});

export const setThresholdSampleOperation = operation({
  id: 'setThresholdSample',
  method: 'PUT',
  path: '/sources/{id}/thresholds',
  tag: 'sources',
  permission: 'source.edit',
  params: sourceParams,
  body: { schema: settingSchema },
  success: { status: 200, schema: settingSchema },
  refusals: ['not_found'],
});
