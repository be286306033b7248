import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { sourceMappingSchema } from './schema';
import { TLS_MODES } from './vocabulary';

const MAX_NAME = 80;
const MAX_PART = 255;
const MAX_PASSWORD = 1_000;
/** Names and addresses; no path of a socket, no list of hosts, nothing that would be another part of the address. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|[0-9A-Fa-f:.]{2,45})$/;

/** Messages are keys below `sources.errors`. */
function part(key: string) {
  return z
    .string({ error: `${key}_empty` })
    .min(1, { message: `${key}_empty` })
    .max(MAX_PART, { message: `${key}_long` })
    .refine(isStorable, { message: `${key}_characters` });
}

/** Another Postgres. `password` null: the one that is kept for this source, as long as server, user and protection stay. */
export const otherPlaceSchema = z.strictObject({
  kind: z.literal('postgres'),
  host: z
    .string({ error: 'host_empty' })
    .trim()
    .min(1, { message: 'host_empty' })
    .regex(HOST, { message: 'host_shape' }),
  port: z.int({ error: 'port_shape' }).min(1, { message: 'port_shape' }).max(65_535, { message: 'port_shape' }),
  database: part('database'),
  user: part('user'),
  password: z
    .string()
    .max(MAX_PASSWORD, { message: 'password_long' })
    .refine(isStorable, { message: 'password_characters' })
    .nullable(),
  tls: z.enum(TLS_MODES, { error: 'tls_unknown' }),
});

/** Where the tables are: this database, or another Postgres. */
export const placeFieldsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('own') }),
  otherPlaceSchema,
]);
export type PlaceFields = z.output<typeof placeFieldsSchema>;

const name = z
  .string({ error: 'name_empty' })
  .trim()
  .min(1, { message: 'name_empty' })
  .max(MAX_NAME, { message: 'name_long' })
  .refine(isStorable, { message: 'name_characters' });

export const sourceIdSchema = z.object({ id: z.uuid({ error: 'source_unknown' }) });

/** What the wizard saves. */
export const connectSourceSchema = z.object({ name, place: placeFieldsSchema, mapping: sourceMappingSchema });

/** The same for a source that is connected; `revision` is the one that the person saw. */
export const changeSourceSchema = connectSourceSchema.extend(sourceIdSchema.shape).extend({ revision: z.int().min(1) });

/** A place that is tried: of a source that is connected, its kept password may be used. */
export const tryPlaceSchema = z.object({ id: z.uuid().nullable(), place: placeFieldsSchema });

export const recountIdSchema = sourceIdSchema.extend({ recountId: z.uuid({ error: 'recount_unknown' }) });

export type ConnectSource = z.output<typeof connectSourceSchema>;
export type ChangeSource = z.output<typeof changeSourceSchema>;
export type TryPlace = z.output<typeof tryPlaceSchema>;
export type SourceId = z.output<typeof sourceIdSchema>;
export type RecountId = z.output<typeof recountIdSchema>;
