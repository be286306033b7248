import { z } from 'zod';
import { DIALECT_IDS } from '@/lib/dialects/types';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { isShallow, type JsonObject } from '@/lib/shared/json';
import { isStorable, isStorableJson } from '@/lib/shared/storable';
import { MAX_DRAFT_CHARACTERS } from './draft-limits';
import { SIDES } from './policy-merge';

const jsonObject = z.record(z.string(), z.json());

/** A policy as the form holds it: a JSON object of any shape; its errors are found by `readPolicy`. */
export const draftDocumentSchema = z
  .custom<JsonObject>((value) => isShallow(value) && jsonObject.safeParse(value).success, {
    ...{ message: 'draft_shape', abort: true },
  })
  .refine(isStorableJson, { message: 'draft_shape' })
  .refine((document) => JSON.stringify(document).length <= MAX_DRAFT_CHARACTERS, { message: 'draft_too_large' });

/** A node's own text as typed, readable or not; null or absent = as it stands in the workflow's text. */
const nodeTextSchema = z
  .string()
  .max(MAX_DRAFT_CHARACTERS, { message: 'draft_too_large' })
  .refine(isStorable, { message: 'draft_shape' })
  .nullable();

export const saveDraftSchema = z.object({
  nodeRowId: nodeRowIdSchema,
  document: draftDocumentSchema,
  /** The published policy that the form started from, to show both sides after a conflict. */
  base: draftDocumentSchema,
  /** `Node.version` that the form started from. */
  baseVersion: z.int().positive(),
  text: nodeTextSchema.optional(),
  /** Revision of the draft that the form last saw; 0 = none. */
  revision: z.int().nonnegative(),
  replaceEngineRetry: z.boolean().default(false),
});
export type SaveDraftInput = z.output<typeof saveDraftSchema>;

const publicationFields = {
  nodeRowId: nodeRowIdSchema,
  document: draftDocumentSchema,
  baseVersion: z.int().positive(),
  replaceEngineRetry: z.boolean().default(false),
  /** The node gets a copy of what it shares with others; they keep theirs. */
  copyShared: z.boolean().optional(),
  text: nodeTextSchema.optional(),
};
const noteSchema = z
  .string()
  .trim()
  .max(500, { message: 'note_long' })
  .refine(isStorable, { message: 'note_characters' })
  .optional();

export const publishSchema = z.object({ ...publicationFields, note: noteSchema });
export type PublishInput = z.output<typeof publishSchema>;

/** Policies of several nodes of one workflow, published as one version. */
export const publishManySchema = z.object({
  workflowId: workflowIdSchema,
  policies: z.array(z.object(publicationFields)).min(1),
  note: noteSchema,
});
export type PublishManyInput = z.output<typeof publishManySchema>;

export const importSchema = z.object({
  fileName: z
    .string()
    .trim()
    .min(1, { message: 'file_name' })
    .max(255, { message: 'file_name' })
    .refine(isStorable, { message: 'file_name' }),
  /** Base64 of the file's bytes: encoding is judged by us, not by the browser. */
  content: z.base64({ message: 'file_bytes' }),
  /** Base64 of the sidecar's bytes, when the person brought one. */
  sidecar: z.base64({ message: 'file_bytes' }).optional(),
  /** Set when the person has seen the preview of replacing this workflow at this version. */
  replace: z.object({ workflowId: workflowIdSchema, version: z.int().positive() }).optional(),
  /** False: the file replaces what is here, whatever was published since the last one. */
  merge: z.boolean().optional(),
  /** Which side holds in nodes where both say something that does not go together. */
  choices: z
    .array(z.object({ nodeId: z.string().min(1), side: z.enum(SIDES) }))
    .max(100_000)
    .optional(),
});
export type ImportInput = z.output<typeof importSchema>;

export const rejectedImportSchema = z.object({ id: z.uuid() });
export const dialectIdSchema = z.enum(DIALECT_IDS);

export const previewSchema = z.object({
  nodeRowId: nodeRowIdSchema,
  document: draftDocumentSchema,
  replaceEngineRetry: z.boolean(),
  copyShared: z.boolean().optional(),
  text: nodeTextSchema,
  /** The node's text that was last known to go with a document. */
  held: nodeTextSchema,
});
export type PreviewInput = z.output<typeof previewSchema>;

export const nodeEntriesSchema = z.object({ nodeRowId: nodeRowIdSchema });

export const putBackSchema = z.object({ nodeRowId: nodeRowIdSchema, text: nodeTextSchema.unwrap() });

/** Which of its dialect's versions the engine of a workflow is; null = the newest. */
export const engineVersionSchema = z.object({
  workflowId: workflowIdSchema,
  engineVersion: z.string().trim().min(1).max(60).nullable(),
});
export type EngineVersionInput = z.output<typeof engineVersionSchema>;
