import { z } from 'zod';
import { sourceMappingSchema, tableSchema } from '@/lib/sources/schema';
import { changeSourceSchema, connectSourceSchema, tryPlaceSchema } from '@/lib/sources/source-schema';

/** A password that was typed before, as the browser keeps it. */
const sealed = z.string().max(8_000).nullable();

/** A place that is looked at; `id` of the source that it belongs to, null of one that is not connected yet. */
export const lookSchema = tryPlaceSchema.extend({ sealed });
export const sampleSchema = lookSchema.extend({ table: tableSchema });
export const previewSchema = lookSchema.extend({ mapping: sourceMappingSchema });
export const connectTypedSchema = connectSourceSchema.extend({ sealed });
export const changeTypedSchema = changeSourceSchema.extend({ sealed });
