import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { MAX_VIEW_NAME } from './view-limits';

/** Lists of which views can be saved. */
export const VIEW_LISTS = ['nodes', 'failures'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** Characters of a query string. */
const MAX_VIEW_QUERY = 2_000;

/** A list as somebody wants to see it again. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Query string of the list's address, without `?`. */
  readonly query: string;
}

const name = z
  .string({ error: 'view_name' })
  .trim()
  .min(1, { message: 'view_name' })
  .max(MAX_VIEW_NAME, { message: 'view_name' })
  .refine(isStorable, { message: 'view_name' });
const query = z
  .string({ error: 'view_query' })
  .max(MAX_VIEW_QUERY, { message: 'view_query' })
  .refine(isStorable, { message: 'view_query' });
const id = z.uuid();

export const saveViewSchema = z.object({ list: z.enum(VIEW_LISTS), name, query });
export const renameViewSchema = z.object({ id, name });
export const overwriteViewSchema = z.object({ id, query });
export const viewIdSchema = z.object({ id });
