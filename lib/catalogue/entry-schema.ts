import { z } from 'zod';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import { isStorable } from '@/lib/shared/storable';

export const MAX_CODE = 200;
export const MAX_SOURCE = 500;

/** One line that can be kept. */
const codeText = z
  .string()
  .trim()
  .min(1, { message: 'catalogue_code' })
  .max(MAX_CODE, { message: 'catalogue_code' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a code is one line
  .refine((text) => isStorable(text) && !/[\u0000-\u001f\u007f]/.test(text), { message: 'catalogue_code' });

const entryShape = z.object({
  code: codeText.meta({ description: 'As systems write it; case, spaces, _ and - do not matter' }),
  class: z.enum(FAILURE_CLASSES).nullable().meta({ description: 'Null: it is another spelling of `means`' }),
  means: codeText.nullable().meta({ description: 'A token of the catalogue; null: it has a class of its own' }),
  source: z
    .string()
    .trim()
    .min(3, { message: 'catalogue_source' })
    .max(MAX_SOURCE, { message: 'catalogue_source' })
    .refine(isStorable, { message: 'catalogue_source' })
    .meta({ description: 'Who says so: a citation, or a reason' }),
});

function saysOneThing(entry: { readonly class: string | null; readonly means: string | null }): boolean {
  return (entry.class === null) !== (entry.means === null);
}
const ONE_THING = { message: 'catalogue_decision', path: ['class'] };

/** What somebody says of a code: a class, or the token that it means, and who says so. */
export const entrySchema = entryShape.refine(saysOneThing, ONE_THING);

/** The same of an entry that is there, at the revision that the person saw. */
export const entryChangeSchema = entryShape
  .extend({ id: z.uuid(), revision: z.int().min(1) })
  .refine(saysOneThing, ONE_THING);
export type EntryChange = z.output<typeof entryChangeSchema>;

export const entryRemovalSchema = z.object({ id: z.uuid(), revision: z.int().min(1) });

/** What a change would come to is asked before a source is written: `input` null = the entry goes. */
export const effectSchema = z.object({
  id: z.uuid().nullable(),
  input: entryShape
    .extend({ source: z.string().max(MAX_SOURCE) })
    .refine(saysOneThing, ONE_THING)
    .nullable(),
});
