import { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { err, type Result } from '@/lib/shared/result';
import { STATUS_MEANINGS, statusesSchema } from '@/lib/sources/schema';
import { changeSource, type SourceRefusal } from '@/lib/sources/source-commands';
import { sourceDetail } from '@/lib/sources/source-queries';
import { sourceIdSchema } from '@/lib/sources/source-schema';
import { statusesOf } from '@/lib/sources/statements';

/** A status value that was not understood, and what it means from now on. */
export const meaningSchema = sourceIdSchema.extend({
  revision: z.int().min(1),
  value: z.string().max(200),
  meaning: z.enum(STATUS_MEANINGS),
});

/** Gives one status value of a source a meaning, and leaves everything else of its mapping as it is. */
export async function giveMeaning(
  ctx: Ctx,
  { id, revision, value, meaning }: z.output<typeof meaningSchema>,
): Promise<Result<{ id: string }, SourceRefusal | { readonly reason: 'meaning_known' }>> {
  demand(ctx, 'source.edit');
  const source = await sourceDetail(ctx, id);
  if (source === null) return err({ reason: 'not_found' });
  const { name, mapping, shown, place } = source;
  if (Object.hasOwn(statusesOf(mapping), value)) return err({ reason: 'meaning_known' });
  if (place !== null && shown === null) return err({ reason: 'sealed_unreadable' });
  const statuses = statusesSchema.parse({ ...mapping.statuses, [value]: meaning });
  return changeSource(ctx, {
    ...{ id, name, revision, mapping: { ...mapping, statuses } },
    place: shown === null ? { kind: 'own' } : { kind: 'postgres', ...shown, password: null },
  });
}
