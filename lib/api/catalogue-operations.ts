import { z } from 'zod';
import { entrySchema } from '@/lib/catalogue/entry-schema';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import { operation } from './operation';
import { idParams, momentSchema } from './schemas';

const addedSchema = z
  .object({
    id: z.uuid(),
    revision: z.int().meta({ description: 'Raised by each change; the entity tag of the entry' }),
    code: z.string(),
    class: z.enum(FAILURE_CLASSES).nullable().meta({ description: 'Null: it is another spelling of `means`' }),
    means: z.string().nullable(),
    source: z.string(),
    writtenBy: z.string(),
    since: momentSchema.meta({ description: 'From when on it holds' }),
  })
  .meta({
    id: 'CatalogueEntry',
    description: 'What people say of an error code, wherever a node does not say it itself',
  });

const builtInSchema = z
  .object({
    token: z.string(),
    class: z.enum(FAILURE_CLASSES),
    source: z.string(),
  })
  .meta({ id: 'BuiltInCatalogueRow' });

const writtenSchema = z.object({ id: z.uuid(), revision: z.int() });
const WRONG = ['code_pattern', 'code_taken', 'code_is_token', 'means_unknown', 'means_itself'] as const;

export const listCatalogueOperation = operation({
  id: 'listCatalogue',
  method: 'GET',
  path: '/catalogue',
  tag: 'catalogue',
  permission: 'read',
  success: { status: 200, schema: z.object({ entries: z.array(addedSchema), builtIn: z.array(builtInSchema) }) },
  refusals: [],
});

export const getCatalogueEntryOperation = operation({
  id: 'getCatalogueEntry',
  method: 'GET',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: addedSchema, etag: true },
  refusals: ['not_found'],
});

export const addCatalogueEntryOperation = operation({
  id: 'addCatalogueEntry',
  method: 'POST',
  path: '/catalogue',
  tag: 'catalogue',
  permission: 'catalogue.edit',
  body: { schema: entrySchema },
  success: { status: 201, schema: writtenSchema, location: true, etag: true },
  refusals: [...WRONG, 'too_many'],
});

export const changeCatalogueEntryOperation = operation({
  id: 'changeCatalogueEntry',
  method: 'PUT',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  permission: 'catalogue.edit',
  params: idParams,
  body: { schema: entrySchema },
  precondition: 'version',
  success: { status: 200, schema: writtenSchema, etag: true },
  refusals: ['not_found', 'precondition_failed', 'precondition_required', ...WRONG, 'still_meant'],
});

export const removeCatalogueEntryOperation = operation({
  id: 'removeCatalogueEntry',
  method: 'DELETE',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  permission: 'catalogue.edit',
  params: idParams,
  precondition: 'version',
  success: { status: 204, schema: null },
  refusals: ['not_found', 'precondition_failed', 'precondition_required', 'still_meant'],
});
