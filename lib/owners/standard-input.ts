import { z } from 'zod';
import { isJsonObject, isShallow, type JsonObject } from '@/lib/shared/json';

/** A standard is a page, not a book. */
const MAX_CHARACTERS = 65_536;

/** The form's document, valid or not: what is wrong with it is said by `readStandard`. */
export const standardDocumentSchema = z
  .custom<JsonObject>((value) => isJsonObject(value) && isShallow(value), { message: 'draft_shape', abort: true })
  .refine((document) => JSON.stringify(document).length <= MAX_CHARACTERS, { message: 'draft_too_large' });

export const saveStandardSchema = z.object({
  groupId: z.uuid(),
  document: standardDocumentSchema,
  /** Version of the standard that the form last saw; 0 = there was none. */
  version: z.int().nonnegative(),
});
export type SaveStandardInput = z.output<typeof saveStandardSchema>;
