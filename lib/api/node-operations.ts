import { z } from 'zod';
import { filterNamed, NODE_FILTERS, NODE_SORTS, type NodeFilter } from '@/lib/insight/node-list';
import { readStandardChoice, STANDARD_STANDINGS } from '@/lib/insight/standard-choice';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';
import { draftDocumentSchema, publishSchema, saveDraftSchema } from '@/lib/workflows/schema';
import { operation } from './operation';
import { coverageStateSchema, lacksSchema } from './proof-schemas';
import {
  diagnosticSchema,
  idParams,
  jsonObjectSchema,
  lossSchema,
  momentSchema,
  pageFields,
  pageQuery,
  policyDocumentSchema,
  schedulesSchema,
} from './schemas';

const listedNodeSchema = z
  .object({
    id: z.uuid(),
    nodeId: z.string(),
    name: z.string(),
    workflowName: z.string(),
    owner: z.string().nullable().meta({ description: "The node's owner group, else its workflow's" }),
    hasDraft: z.boolean(),
    executions: z.int(),
    failures: z.int().meta({ description: 'Failed attempts of the last 30 days' }),
    failedExecutions: z.int(),
    finalFailures: z.int(),
    lastFailedAt: momentSchema.nullable(),
    coverage: coverageStateSchema,
    lacks: lacksSchema,
    standard: z
      .object({ deviates: z.array(z.enum(STANDARD_PARTS)), excused: z.array(z.enum(STANDARD_PARTS)) })
      .nullable()
      .meta({ description: 'What it makes of the standard of the group that owns it; null: nothing is asked of it' }),
  })
  .meta({ id: 'NodeRow' });

const draftSchema = z
  .object({
    document: policyDocumentSchema,
    text: z.string().nullable(),
    baseVersion: z.int(),
    revision: z.int(),
    replaceEngineRetry: z.boolean(),
    updatedBy: z.string(),
    updatedAt: momentSchema,
  })
  .meta({ id: 'Draft' });

const nodeSchema = z
  .object({
    id: z.uuid(),
    nodeId: z.string(),
    name: z.string(),
    type: z.string().nullable(),
    canCarryPolicy: z.boolean(),
    version: z.int(),
    updatedAt: momentSchema,
    config: jsonObjectSchema.meta({ description: "The platform's own keys, and the policy beside them" }),
    engineRetry: z.array(jsonObjectSchema),
    workflow: z.object({ id: z.uuid(), key: z.string(), name: z.string(), owner: z.string().nullable() }),
    draft: draftSchema.nullable(),
    lastPublished: z.object({ by: z.string(), at: momentSchema, version: z.int() }).nullable(),
  })
  .meta({ id: 'Node' });

const showSchema = z
  .string()
  .transform((text, ctx): NodeFilter[] => {
    const named = text.split(/[,.]/).filter((each) => each !== '');
    const unknown = named.find((each) => filterNamed(each) === null);
    const filters = named.map(filterNamed);
    if (unknown === undefined) return NODE_FILTERS.filter((filter) => filters.includes(filter));
    ctx.addIssue({ code: 'custom', message: 'unknown_filter', params: { value: unknown } });
    return z.NEVER;
  })
  .meta({ description: `Several narrow it further, comma-separated: ${NODE_FILTERS.join(', ')}` });

const standardChoiceSchema = z
  .string()
  .transform((text, ctx) => {
    const choice = readStandardChoice(text);
    if (choice !== null) return choice;
    ctx.addIssue({ code: 'custom', message: 'unknown_standing', params: { value: text } });
    return z.NEVER;
  })
  .meta({
    description: `<standing>.<part>.<slug>: nodes that stand so to the standard of that group, for example deviates.retry.ops; standing: ${STANDARD_STANDINGS.join(', ')}; part: all, ${STANDARD_PARTS.join(', ')}`,
  });

export const listNodesOperation = operation({
  id: 'listNodes',
  method: 'GET',
  path: '/nodes',
  tag: 'nodes',
  permission: 'read',
  query: pageQuery.extend({
    q: z.string().trim().max(200).default('').meta({ description: 'Words that all stand in name, id, target, code …' }),
    workflow: z.uuid().optional(),
    group: z.string().max(100).optional().meta({
      description: 'Slug of a group that owns the node or is told of it; `~` = one of the groups of whoever asks',
    }),
    show: showSchema.optional(),
    standard: standardChoiceSchema.optional(),
    sort: z.enum(NODE_SORTS).default('failures'),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  success: { status: 200, schema: z.object({ ...pageFields, nodes: z.array(listedNodeSchema) }) },
  refusals: [],
});

export const getNodeOperation = operation({
  id: 'getNode',
  method: 'GET',
  path: '/nodes/{id}',
  tag: 'nodes',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: nodeSchema, etag: true },
  refusals: ['not_found'],
});

export const getPolicyOperation = operation({
  id: 'getPolicy',
  method: 'GET',
  path: '/nodes/{id}/policy',
  tag: 'nodes',
  permission: 'read',
  params: idParams,
  success: {
    status: 200,
    schema: z.object({
      nodeId: z.string(),
      version: z.int(),
      document: policyDocumentSchema,
      valid: z.boolean(),
      diagnostics: z.array(diagnosticSchema),
    }),
    etag: true,
  },
  refusals: ['not_found'],
});

const copySharedSchema = publishSchema.shape.copyShared.meta({
  description: 'The node gets a copy of the definition that it shares; absent or false: all that share it change',
});

export const validatePolicyOperation = operation({
  id: 'validatePolicy',
  method: 'POST',
  path: '/nodes/{id}/policy/validate',
  tag: 'nodes',
  permission: 'read',
  params: idParams,
  body: {
    schema: z.strictObject({
      document: policyDocumentSchema,
      replaceEngineRetry: publishSchema.shape.replaceEngineRetry,
      copyShared: copySharedSchema,
    }),
  },
  success: {
    status: 200,
    schema: z.object({
      valid: z.boolean().meta({ description: 'Publishing it now would not be refused for what it says' }),
      diagnostics: z.array(diagnosticSchema),
      losses: z.array(lossSchema),
      schedules: schedulesSchema.nullable(),
      wraps: z
        .string()
        .nullable()
        .meta({ description: 'Keyword of the block that is put around the node; null: none' }),
      shared: z
        .object({
          name: z.string(),
          nodes: z
            .array(z.string())
            .meta({ description: 'Other nodes of the workflow that go by the same definition' }),
          workflows: z.array(z.string()),
          copyable: z.boolean().optional().meta({ description: '`copyShared` gives this node a copy of its own' }),
        })
        .nullable(),
    }),
  },
  refusals: ['not_found'],
});

export const publishPolicyOperation = operation({
  id: 'publishPolicy',
  method: 'PUT',
  path: '/nodes/{id}/policy',
  tag: 'nodes',
  permission: 'policy.publish',
  params: idParams,
  body: {
    schema: z.strictObject({
      document: policyDocumentSchema,
      text: publishSchema.shape.text.meta({ description: "The node's own text, with what belongs to the platform" }),
      replaceEngineRetry: publishSchema.shape.replaceEngineRetry,
      copyShared: copySharedSchema,
      note: publishSchema.shape.note,
    }),
  },
  precondition: 'version',
  success: {
    status: 200,
    schema: z.object({
      changed: z.boolean().meta({ description: 'False: this is what stands there already' }),
      nodeVersion: z.int(),
      workflowVersion: z.int().nullable().meta({ description: 'The version that this made; null = none' }),
      losses: z.array(lossSchema),
    }),
    etag: true,
  },
  refusals: [
    'not_owner',
    'waiver_not_owner',
    'shared_not_owner',
    'not_found',
    'policy_invalid',
    'write_refused',
    'source_read_only',
    'source_failed',
    'source_gone',
    'source_moving',
    'precondition_failed',
    'precondition_required',
  ],
});

export const getDraftOperation = operation({
  id: 'getDraft',
  method: 'GET',
  path: '/nodes/{id}/draft',
  tag: 'nodes',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: draftSchema, etag: true },
  refusals: ['not_found'],
});

export const saveDraftOperation = operation({
  id: 'saveDraft',
  method: 'PUT',
  path: '/nodes/{id}/draft',
  tag: 'nodes',
  permission: 'policy.edit',
  params: idParams,
  body: {
    schema: z.strictObject({
      document: policyDocumentSchema,
      text: saveDraftSchema.shape.text,
      baseVersion: saveDraftSchema.shape.baseVersion.meta({ description: 'Version of the node it started from' }),
      base: draftDocumentSchema
        .meta({ description: 'The policy it started from', override: { type: 'object', additionalProperties: true } })
        .optional(),
      replaceEngineRetry: saveDraftSchema.shape.replaceEngineRetry,
    }),
  },
  precondition: 'version_or_none',
  success: {
    status: 200,
    schema: z.object({
      revision: z.int().meta({ description: '0: it says what is published, so that no draft is kept' }),
      nodeVersion: z.int(),
    }),
    etag: true,
  },
  refusals: ['not_found', 'precondition_failed', 'precondition_required'],
});

export const discardDraftOperation = operation({
  id: 'discardDraft',
  method: 'DELETE',
  path: '/nodes/{id}/draft',
  tag: 'nodes',
  permission: 'policy.edit',
  params: idParams,
  precondition: 'version',
  success: { status: 204, schema: null },
  refusals: ['not_found', 'precondition_failed', 'precondition_required'],
});
