import { z } from 'zod';
import { SOURCE_STATES } from '@/lib/sources/source-state';
import { DIFFERENCE_KINDS, RECOUNT_STATES, RETRY_STORAGES, UNKNOWN_KINDS, WRITE_BACKS } from '@/lib/sources/vocabulary';
import { operation } from './operation';
import { idParams, momentSchema } from './schemas';

const progressSchema = z
  .object({
    from: momentSchema,
    to: momentSchema,
    readTo: momentSchema.nullable(),
    rows: z.int().meta({ description: 'Rows read so far' }),
    share: z.number().meta({ description: 'From 0 to 1, by time' }),
  })
  .meta({ id: 'SourceProgress' });

const listedFields = {
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  kind: z.string().meta({ description: 'A platform, or tables' }),
  place: z.string().nullable().meta({ description: 'user@host:port/database; null = this database' }),
  state: z.enum(SOURCE_STATES),
  asOf: momentSchema.nullable().meta({ description: 'Figures of this source are as of then' }),
  progress: progressSchema.nullable().meta({ description: 'Of the first count, until it has ended' }),
  failure: z
    .object({
      code: z.string(),
      at: momentSchema,
      times: z.int().meta({ description: 'Readings in a row that failed' }),
      nextAt: momentSchema,
    })
    .nullable(),
  unknownValues: z.int(),
  unknownRows: z.int(),
  workflows: z.int(),
};

const rowSchema = z.object({ status: z.string(), errorCode: z.string().nullable(), occurredAt: z.string() });

const recountSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(RECOUNT_STATES),
    askedBy: z.string().nullable().meta({ description: 'Null: on schedule' }),
    createdAt: momentSchema,
    endedAt: momentSchema.nullable(),
    progress: progressSchema.nullable(),
    added: z.int().meta({ description: 'There, and not here before' }),
    changed: z.int(),
    gone: z.int().meta({ description: 'Here, and not there any more: taken away' }),
    kept: z.int().meta({ description: 'Not there any more, by the age of the rows: kept' }),
    differences: z.array(
      z.object({
        kind: z.enum(DIFFERENCE_KINDS),
        workflowId: z.string(),
        nodeId: z.string(),
        runId: z.string(),
        subIndex: z.string(),
        attempt: z.int(),
        before: rowSchema.nullable(),
        after: rowSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'SourceRecount', description: 'Only the first differences are listed; the numbers count all' });

const recountParams = idParams.extend({ recountId: z.uuid().meta({ description: 'Id of the recount' }) });

export const listSourcesOperation = operation({
  id: 'listSources',
  method: 'GET',
  path: '/sources',
  tag: 'sources',
  permission: 'read',
  success: { status: 200, schema: z.object({ sources: z.array(z.object(listedFields).meta({ id: 'Source' })) }) },
  refusals: [],
});

export const getSourceOperation = operation({
  id: 'getSource',
  method: 'GET',
  path: '/sources/{id}',
  tag: 'sources',
  permission: 'read',
  params: idParams,
  success: {
    status: 200,
    schema: z
      .object({
        ...listedFields,
        retentionDays: z.int().nullable().meta({ description: 'The platform deletes after so many days' }),
        retries: z.enum(RETRY_STORAGES),
        writeBack: z.enum(WRITE_BACKS),
        alertsFrom: momentSchema.nullable(),
        countedFrom: momentSchema.nullable(),
        unknowns: z.array(
          z.object({
            kind: z.enum(UNKNOWN_KINDS),
            value: z.string(),
            rows: z.int(),
            firstSeen: momentSchema,
            lastSeen: momentSchema,
          }),
        ),
        recounts: z.array(recountSchema),
      })
      .meta({ id: 'SourceDetail' }),
  },
  refusals: ['not_found'],
});

export const askRecountOperation = operation({
  id: 'askSourceRecount',
  method: 'POST',
  path: '/sources/{id}/recounts',
  tag: 'sources',
  permission: 'source.edit',
  params: idParams,
  success: { status: 201, schema: z.object({ id: z.uuid() }), location: true },
  refusals: ['not_found', 'recount_open'],
});

export const getRecountOperation = operation({
  id: 'getSourceRecount',
  method: 'GET',
  path: '/sources/{id}/recounts/{recountId}',
  tag: 'sources',
  permission: 'read',
  params: recountParams,
  success: { status: 200, schema: recountSchema },
  refusals: ['not_found'],
});

export const cancelRecountOperation = operation({
  id: 'cancelSourceRecount',
  method: 'DELETE',
  path: '/sources/{id}/recounts/{recountId}',
  tag: 'sources',
  permission: 'source.edit',
  params: recountParams,
  success: { status: 204, schema: null },
  refusals: ['not_found', 'recount_ended'],
});
