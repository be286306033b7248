import { z } from 'zod';
import { ingestSchema, MAX_STEPS, runStepSchema } from '@/lib/history/ingest-schema';
import { FAILURE_SORTS, STANDINGS } from '@/lib/insight/failure-query';
import { UNCLASSIFIED_SORTS } from '@/lib/insight/unclassified-list';
import { FINDINGS } from '@/lib/judge/finding';
import { isTimeZone } from '@/lib/shared/time-zone';
import { operation } from './operation';
import { momentSchema, pageFields, pageQuery } from './schemas';

const figures = {
  failures: z.int().meta({ description: 'Failed attempts' }),
  firstSeen: momentSchema,
  lastSeen: momentSchema,
  failedExecutions: z.int(),
  finalFailures: z.int().meta({ description: 'Executions that ended failed' }),
  recovered: z.int().meta({ description: 'Executions that ended well after it' }),
  executions: z.int(),
  rate: z.number().nullable().meta({ description: 'failedExecutions / executions' }),
};

const failureSchema = z
  .object({
    nodeId: z.string(),
    errorCode: z.string().nullable().meta({ description: 'Raw, as the log has it' }),
    ...figures,
    workflows: z.array(
      z.object({
        workflowId: z.uuid().nullable().meta({ description: 'Null: never imported' }),
        workflowKey: z.string(),
        workflowName: z.string(),
        nodeRowId: z.uuid().nullable(),
        class: z.enum(STANDINGS),
        owner: z.string().nullable(),
        ...figures,
      }),
    ),
  })
  .meta({ id: 'Failure', description: 'One node_id and raw error code, over the workflows that share them' });

export const listFailuresOperation = operation({
  id: 'listFailures',
  method: 'GET',
  path: '/failures',
  tag: 'failures',
  permission: 'read',
  query: pageQuery.extend({
    period: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Days that end now (7, 30, 90), 2026-10-01..2026-10-15, cycle:<id> or cycle:<id>:-1' }),
    day: z.iso.date().optional().meta({ description: 'One day of the period' }),
    timeZone: z
      .string()
      .refine(isTimeZone, { message: 'unknown_time_zone' })
      .default('UTC')
      .meta({ description: 'Whose days they are; an IANA name' }),
    q: z.string().trim().max(200).default(''),
    workflow: z.string().max(600).optional().meta({ description: "Id, or the platform's own id" }),
    owner: z.string().max(64).optional().meta({ description: 'Slug; - = nobody, ~ = not known' }),
    class: z.enum(STANDINGS).optional(),
    sort: z.enum(FAILURE_SORTS).default('failures'),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  success: {
    status: 200,
    schema: z.object({
      from: momentSchema,
      to: momentSchema.nullable().meta({ description: 'Null: no upper end' }),
      ...pageFields,
      failures: z.array(failureSchema),
    }),
  },
  refusals: [],
});

const unclassifiedSchema = z
  .object({
    errorCode: z.string().nullable().meta({ description: 'Raw, as the log has it; null: none' }),
    failures: z.int().meta({ description: 'Failed attempts on the nodes where it is unclassified' }),
    firstSeen: momentSchema,
    lastSeen: momentSchema,
    nodes: z.int().meta({ description: 'Nodes where it is unclassified' }),
    worst: z
      .array(z.object({ nodeRowId: z.uuid(), nodeName: z.string(), workflowName: z.string(), failures: z.int() }))
      .meta({ description: 'Those with most failures, 3 at most' }),
    example: z.string().nullable().meta({ description: 'Message of the latest failure, up to 300 characters' }),
  })
  .meta({ id: 'UnclassifiedCode', description: 'A raw code that counts as terminal only because nobody decided' });

export const listUnclassifiedOperation = operation({
  id: 'listUnclassifiedCodes',
  method: 'GET',
  path: '/unclassified-codes',
  tag: 'failures',
  permission: 'read',
  query: pageQuery.extend({
    q: z.string().trim().max(200).default(''),
    workflow: z.uuid().optional(),
    group: z.string().max(64).optional().meta({ description: 'Slug; ~ = groups of whoever asks; absent: all nodes' }),
    sort: z.enum(UNCLASSIFIED_SORTS).default('failures'),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  success: {
    status: 200,
    schema: z.object({ ...pageFields, codes: z.array(unclassifiedSchema) }),
  },
  refusals: [],
});

const findingSchema = z
  .object({
    finding: z.enum(FINDINGS),
    workflowId: z.uuid().nullable().meta({ description: 'Null: no longer imported' }),
    workflowKey: z.string(),
    workflowName: z.string(),
    workflowVersion: z.int().meta({ description: 'Whose policy was in force' }),
    nodeId: z.string(),
    nodeRowId: z.uuid().nullable(),
    runId: z.string(),
    subIndex: z.string().meta({ description: 'Position in a loop; empty when there is none' }),
    attempt: z.int().meta({ description: 'At which it shows' }),
    errorCode: z.string().nullable(),
    occurredAt: momentSchema.meta({ description: 'End of that attempt' }),
    allowed: z.int().optional().meta({ description: 'Attempts that the policy allows' }),
    gapMs: z.number().optional().meta({ description: 'Measured, beside between what it may lie' }),
    leastMs: z.number().optional(),
    mostMs: z.number().optional(),
    endToEnd: z.boolean().optional().meta({ description: 'The start is unknown: measured from end to end' }),
  })
  .meta({ id: 'Finding', description: 'Where an execution went against the policy that was in force' });

export const listFindingsOperation = operation({
  id: 'listFindings',
  method: 'GET',
  path: '/conformance',
  tag: 'history',
  permission: 'read',
  query: z.object({
    period: z.string().max(100).optional().meta({ description: 'As of failures' }),
    timeZone: z
      .string()
      .refine(isTimeZone, { message: 'unknown_time_zone' })
      .default('UTC')
      .meta({ description: 'Whose days they are; an IANA name' }),
    finding: z.enum(FINDINGS).optional(),
    workflow: z.uuid().optional(),
    node: z.string().max(500).optional().meta({ description: 'node_id' }),
    before: z.string().max(60).optional().meta({ description: 'next of the answer before' }),
  }),
  success: {
    status: 200,
    schema: z.object({
      from: momentSchema,
      to: momentSchema.nullable().meta({ description: 'Null: no upper end' }),
      findings: z.array(findingSchema).meta({ description: 'Newest first, 100 at most' }),
      next: z.string().nullable().meta({ description: 'Where older ones begin; null: there are none' }),
    }),
  },
  refusals: [],
});

export const ingestStepsOperation = operation({
  id: 'ingestRunSteps',
  method: 'POST',
  path: '/run-steps',
  tag: 'history',
  permission: 'history.write',
  body: {
    schema: ingestSchema,
    shown: z.strictObject({
      steps: z
        .array(runStepSchema.meta({ id: 'RunStep' }))
        .min(1)
        .max(MAX_STEPS),
    }),
  },
  success: {
    status: 200,
    schema: z.object({
      accepted: z.int().meta({ description: 'New rows' }),
      updated: z.int().meta({ description: 'Rows that were running and have ended now' }),
      duplicates: z.int().meta({ description: 'Items that say nothing new' }),
      rejected: z.int().meta({ description: 'Items that were not taken' }),
      errors: z.array(z.object({ index: z.int(), path: z.string(), code: z.string() })),
    }),
  },
  refusals: [],
});
