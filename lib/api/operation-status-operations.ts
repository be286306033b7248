import { z } from 'zod';
import { EXPOSITION_TYPE } from '@/lib/operations/exposition';
import { PROCESS_KINDS, PROCESS_STATES } from '@/lib/operations/presence';
import { READERS, WAKES } from '@/lib/operations/status';
import { operation } from './operation';
import { momentSchema } from './schemas';

const boundedSchema = z
  .object({ count: z.int(), more: z.boolean().meta({ description: 'There are more: counting ended there' }) })
  .meta({ id: 'Bounded' });

export const getOperationsOperation = operation({
  id: 'getOperations',
  method: 'GET',
  path: '/operations',
  tag: 'operations',
  permission: 'operations.read',
  success: {
    status: 200,
    schema: z
      .object({
        at: momentSchema.meta({ description: "By the database's clock" }),
        processes: z.array(
          z.object({
            id: z.uuid(),
            kind: z.enum(PROCESS_KINDS),
            works: z.boolean().meta({ description: 'It follows, delivers, judges and drills' }),
            host: z.string(),
            pid: z.int(),
            version: z.string(),
            startedAt: momentSchema,
            seenAt: momentSchema,
            ageMs: z.number(),
            state: z.enum(PROCESS_STATES),
            leads: z.boolean(),
          }),
        ),
        deliveries: z.array(
          z.object({
            kind: z.string().meta({ description: 'Kind of channel' }),
            due: boundedSchema,
            later: boundedSchema.meta({ description: 'Between two tries' }),
            claimed: boundedSchema,
            failed: boundedSchema.meta({ description: 'Within a day' }),
          }),
        ),
        oldestDueAt: momentSchema.nullable(),
        drills: z.object({
          queued: boundedSchema,
          running: boundedSchema,
          oldestQueuedAt: momentSchema.nullable(),
        }),
        wakes: z.array(z.object({ job: z.enum(WAKES), waiting: z.int(), oldestAt: momentSchema.nullable() })),
        lag: z.array(
          z.object({
            reader: z.enum(READERS),
            sourceId: z.uuid(),
            source: z.string(),
            unread: boundedSchema,
            oldestAt: momentSchema.nullable().meta({ description: 'When the oldest of them ended' }),
            readAt: momentSchema.nullable(),
          }),
        ),
        oldestWriter: z
          .object({
            pid: z.int().nullable().meta({ description: 'Null: a prepared transaction' }),
            application: z.string(),
            database: z.string(),
            state: z.string(),
            since: momentSchema,
            ageMs: z.number(),
          })
          .nullable()
          .meta({ description: 'The oldest running transaction that has written' }),
        hiddenWriter: z.boolean(),
      })
      .meta({ id: 'Operations' }),
  },
  refusals: [],
});

export const getMetricsOperation = operation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  tag: 'operations',
  permission: 'operations.read',
  success: { status: 200, schema: null, mediaTypes: [EXPOSITION_TYPE] },
  refusals: [],
});
