import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { err, ok, type Result } from '@/lib/shared/result';
import type { SourceFault } from '@/lib/sources/fault';
import { introspect, sampleTable } from '@/lib/sources/introspect';
import { previewMapping } from '@/lib/sources/preview-queries';
import { changeSource, connectSource, type SourceRefusal } from '@/lib/sources/source-commands';
import { type PlaceRefusal, typedPlace } from '@/lib/sources/source-store';
import { sealTypedPassword, withTypedPassword } from '@/lib/sources/typed-password';
import type { FoundPlace, Preview, TableSample } from './_mapping/found';
import type { changeTypedSchema, connectTypedSchema, lookSchema, previewSchema, sampleSchema } from './looking-schema';

/** Why a place could not be looked at: its address cannot be had, or what is there has a fault. */
export type LookRefusal = PlaceRefusal | { readonly reason: 'fault'; readonly fault: SourceFault };

/** What was found, and the password as the browser may keep it. */
export interface Looked {
  readonly found: FoundPlace;
  readonly sealed: string | null;
}

/** Tries a place: the tables and platforms that stand there, and what the role may do. */
export async function lookAt(ctx: Ctx, input: z.output<typeof lookSchema>): Promise<Result<Looked, LookRefusal>> {
  demand(ctx, 'source.edit');
  const place = withTypedPassword(currentKeyring(), ctx, input.place, input.sealed);
  const typed = await typedPlace(ctx, { id: input.id, place });
  if (!typed.ok) return typed;
  const found = await introspect(typed.value);
  if (!found.ok) return err({ reason: 'fault', fault: found.error });
  return ok({ found: found.value, sealed: sealTypedPassword(currentKeyring(), ctx, place) });
}

/** Columns and some rows of a table there. */
export async function sampleAt(
  ctx: Ctx,
  input: z.output<typeof sampleSchema>,
): Promise<Result<TableSample, LookRefusal>> {
  demand(ctx, 'source.edit');
  const place = await placeOf(ctx, input);
  if (!place.ok) return place;
  const sample = await sampleTable(place.value, input.table);
  return sample.ok ? sample : err({ reason: 'fault', fault: sample.error });
}

/** What comes out of a mapping on the newest rows there. */
export async function previewOf(
  ctx: Ctx,
  input: z.output<typeof previewSchema>,
): Promise<Result<Preview, LookRefusal>> {
  demand(ctx, 'source.edit');
  const place = await placeOf(ctx, input);
  if (!place.ok) return place;
  const preview = await previewMapping(ctx, { mapping: input.mapping, place: place.value });
  return preview.ok ? preview : err({ reason: 'fault', fault: preview.error });
}

/** Connects a source with the password that was typed, now or before. */
export async function connectTyped(
  ctx: Ctx,
  { sealed, ...input }: z.output<typeof connectTypedSchema>,
): Promise<Result<{ id: string }, SourceRefusal>> {
  demand(ctx, 'source.edit');
  return connectSource(ctx, { ...input, place: withTypedPassword(currentKeyring(), ctx, input.place, sealed) });
}

/** Changes one; without a password that was typed, the one that it has. */
export async function changeTyped(
  ctx: Ctx,
  { sealed, ...input }: z.output<typeof changeTypedSchema>,
): Promise<Result<{ id: string }, SourceRefusal>> {
  demand(ctx, 'source.edit');
  return changeSource(ctx, { ...input, place: withTypedPassword(currentKeyring(), ctx, input.place, sealed) });
}

function placeOf(ctx: Ctx, { id, place, sealed }: z.output<typeof lookSchema>) {
  return typedPlace(ctx, { id, place: withTypedPassword(currentKeyring(), ctx, place, sealed) });
}
