import { z } from 'zod';
import { DIALECT_IDS } from '@/lib/dialects/types';
import { POLICY_KEYS } from '@/lib/policy/vocabulary';
import { SIDES } from '@/lib/workflows/policy-merge';
import { importSchema } from '@/lib/workflows/schema';
import { operation } from './operation';
import { coverageStateSchema, drillStandingSchema, lacksSchema } from './proof-schemas';
import { diagnosticSchema, idParams, lossSchema, momentSchema, policyDocumentSchema } from './schemas';

const workflowFields = {
  id: z.uuid(),
  key: z.string().meta({ description: "The platform's own id" }),
  name: z.string(),
  dialect: z.enum(DIALECT_IDS),
  fileName: z.string(),
  owner: z.string().nullable().meta({ description: 'Slug of the owner group that nodes inherit' }),
  version: z.int(),
  updatedAt: momentSchema,
};

const workflowSchema = z.object({ ...workflowFields, nodes: z.int(), drafts: z.int() }).meta({ id: 'Workflow' });

const workflowDetailSchema = z
  .object({
    ...workflowFields,
    diagnostics: z.array(diagnosticSchema),
    losses: z.array(lossSchema),
    nodes: z.array(
      z.object({
        id: z.uuid(),
        nodeId: z.string(),
        name: z.string(),
        type: z.string().nullable(),
        owner: z.string().nullable(),
        coverage: coverageStateSchema,
        lacks: lacksSchema,
        drills: z
          .array(drillStandingSchema)
          .meta({ description: 'Drills that the node needs; empty = nothing can fail' }),
      }),
    ),
  })
  .meta({ id: 'WorkflowDetail' });

/** A file as a program sends it: its text as it is, or its bytes as base64; read as the import takes it. */
const fileSchema = z
  .strictObject({
    fileName: importSchema.shape.fileName,
    content: z.string().min(1).meta({ description: 'The definition' }),
    sidecar: z.string().min(1).optional().meta({ description: 'The file beside it, <name>.failpath.yaml' }),
    encoding: z.enum(['text', 'base64']).default('text').meta({ description: 'Of content and sidecar' }),
    merge: importSchema.shape.merge.meta({
      description: 'False: replace what is here, whatever was published since the last file. Else both are merged',
    }),
    choices: importSchema.shape.choices.meta({
      description: 'For each node in conflict, which side holds: ours (what is here) or theirs (the file)',
    }),
  })
  .meta({ id: 'WorkflowFile' });

const importBodySchema = fileSchema
  .transform(({ encoding, ...file }) => (encoding === 'base64' ? file : { ...file, ...asBytes(file) }))
  .pipe(importSchema);

function asBytes({ content, sidecar }: { readonly content: string; readonly sidecar?: string | undefined }) {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
  return { content: base64(content), ...(sidecar !== undefined && { sidecar: base64(sidecar) }) };
}

const summaryFields = {
  dialect: z.enum(DIALECT_IDS),
  key: z.string(),
  name: z.string(),
  nodes: z.array(z.object({ id: z.string(), name: z.string(), type: z.string().nullable() })),
  diagnostics: z.array(diagnosticSchema),
};
const keysSchema = z.array(z.enum(POLICY_KEYS));
const mergeConflictSchema = z
  .object({
    nodeId: z.string(),
    name: z.string(),
    kind: z.enum(['policy', 'together', 'removed', 'refused']),
    keys: keysSchema,
    base: policyDocumentSchema.nullable().meta({ description: 'What the last file said of these keys' }),
    ours: policyDocumentSchema,
    theirs: policyDocumentSchema.nullable().meta({ description: 'Null: the file has the node no more' }),
    engineRetry: z.boolean(),
    diagnostics: z.array(diagnosticSchema),
    sides: z.array(z.enum(SIDES)).meta({ description: 'Sides that can be chosen' }),
    chosen: z.enum(SIDES).nullable(),
  })
  .meta({ id: 'MergeConflict' });
const mergeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('off') }),
    z.object({ kind: z.literal('no_base') }).meta({ description: 'Which file came last is not known: it is replaced' }),
    z.object({ kind: z.literal('impossible'), diagnostics: z.array(diagnosticSchema) }),
    z.object({
      kind: z.literal('merged'),
      since: z.object({ version: z.int(), at: momentSchema }),
      nothingNew: z.boolean(),
      changes: z.array(z.object({ nodeId: z.string(), name: z.string(), kept: keysSchema, taken: keysSchema })),
      conflicts: z.array(mergeConflictSchema),
    }),
  ])
  .meta({ id: 'Merge' });

const previewSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('new'), ...summaryFields }),
    z.object({ kind: z.literal('same'), workflowId: z.uuid(), ...summaryFields }),
    z.object({
      kind: z.literal('replaces'),
      ...summaryFields,
      workflowId: z.uuid(),
      version: z.int(),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      policyChanged: z.array(z.string()),
      otherwiseChanged: z.array(z.string()),
      draftsAtRisk: z.array(z.string()),
      keepsSidecar: z.boolean(),
      merge: mergeSchema,
    }),
  ])
  .meta({ id: 'ImportPreview' });

export const listWorkflowsOperation = operation({
  id: 'listWorkflows',
  method: 'GET',
  path: '/workflows',
  tag: 'workflows',
  permission: 'read',
  success: { status: 200, schema: z.object({ workflows: z.array(workflowSchema) }) },
  refusals: [],
});

export const getWorkflowOperation = operation({
  id: 'getWorkflow',
  method: 'GET',
  path: '/workflows/{id}',
  tag: 'workflows',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: workflowDetailSchema, etag: true },
  refusals: ['not_found'],
});

export const exportWorkflowOperation = operation({
  id: 'exportWorkflow',
  method: 'GET',
  path: '/workflows/{id}/export',
  tag: 'workflows',
  permission: 'read',
  params: idParams,
  query: z.object({ part: z.enum(['definition', 'sidecar']).default('definition') }),
  success: { status: 200, schema: null, mediaTypes: ['application/yaml', 'application/json'], etag: true },
  refusals: ['not_found'],
});

export const exportWorkflowsOperation = operation({
  id: 'exportWorkflows',
  method: 'GET',
  path: '/workflows/export',
  tag: 'workflows',
  permission: 'read',
  success: { status: 200, schema: null, mediaTypes: ['application/zip'] },
  refusals: [],
});

export const importWorkflowOperation = operation({
  id: 'importWorkflow',
  method: 'POST',
  path: '/workflows',
  tag: 'workflows',
  permission: 'workflow.import',
  query: z.object({
    replace: z.uuid().optional().meta({ description: 'Id of the workflow to replace, at the version of If-Match' }),
  }),
  body: { schema: importBodySchema },
  precondition: 'version_if_replacing',
  success: {
    status: 201,
    schema: z.object({
      workflowId: z.uuid(),
      changed: z.boolean().meta({ description: 'False: it stands there already, byte for byte (status 200)' }),
    }),
    location: true,
  },
  refusals: [
    ...(['unreadable', 'exists', 'drafts_at_risk', 'conflicts', 'choices_unknown', 'merge_refused'] as const),
    ...(['precondition_failed', 'precondition_required'] as const),
  ],
});

export const previewImportOperation = operation({
  id: 'previewImport',
  method: 'POST',
  path: '/workflows/preview',
  tag: 'workflows',
  permission: 'workflow.import',
  body: { schema: importBodySchema },
  success: { status: 200, schema: previewSchema },
  refusals: ['unreadable'],
});
