import { z } from 'zod';
import { GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import { memberSchema, ownerGroupSchema } from '@/lib/owners/schema';
import { standardDocumentSchema } from '@/lib/owners/standard-input';
import { operation } from './operation';
import { idParams, momentSchema } from './schemas';

const groupSchema = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ description: 'Its name in YAML' }),
    name: z.string(),
    timeZone: z.string().meta({ description: 'IANA' }),
    language: z.enum(GROUP_LANGUAGES),
    members: z.array(z.object({ name: memberSchema.shape.name, email: z.string() })),
    uses: z.int().meta({ description: 'Nodes and workflows that name it' }),
  })
  .meta({ id: 'OwnerGroup' });
const standardSchema = z
  .object({
    document: z.record(z.string(), z.unknown()).meta({
      description:
        'Parts of a policy as in a node: classification, retry, onExhausted.notify, alert.silence; {} says nothing',
    }),
    version: z.int().meta({ description: '0: it was never written' }),
    updatedBy: z.string().nullable(),
    updatedAt: momentSchema.nullable(),
  })
  .meta({ id: 'GroupStandard', description: 'How a group wants its nodes to behave. It never acts by itself.' });
const madeSchema = z.object({ id: z.uuid() });

export const listGroupsOperation = operation({
  id: 'listOwnerGroups',
  method: 'GET',
  path: '/owner-groups',
  tag: 'groups',
  permission: 'read',
  success: { status: 200, schema: z.object({ groups: z.array(groupSchema) }) },
  refusals: [],
});

export const getGroupOperation = operation({
  id: 'getOwnerGroup',
  method: 'GET',
  path: '/owner-groups/{id}',
  tag: 'groups',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: groupSchema },
  refusals: ['not_found'],
});

export const createGroupOperation = operation({
  id: 'createOwnerGroup',
  method: 'POST',
  path: '/owner-groups',
  tag: 'groups',
  permission: 'group.edit',
  body: { schema: ownerGroupSchema },
  success: { status: 201, schema: madeSchema, location: true },
  refusals: ['slug_taken', 'duplicate_member'],
});

export const updateGroupOperation = operation({
  id: 'updateOwnerGroup',
  method: 'PUT',
  path: '/owner-groups/{id}',
  tag: 'groups',
  permission: 'group.edit',
  params: idParams,
  body: { schema: ownerGroupSchema },
  success: { status: 200, schema: madeSchema },
  refusals: ['not_found', 'slug_taken', 'slug_in_use', 'duplicate_member'],
});

export const deleteGroupOperation = operation({
  id: 'deleteOwnerGroup',
  method: 'DELETE',
  path: '/owner-groups/{id}',
  tag: 'groups',
  permission: 'group.edit',
  params: idParams,
  success: { status: 204, schema: null },
  refusals: ['not_found', 'slug_in_use', 'messages_waiting'],
});

export const getStandardOperation = operation({
  id: 'getGroupStandard',
  method: 'GET',
  path: '/owner-groups/{id}/standard',
  tag: 'groups',
  permission: 'read',
  params: idParams,
  success: { status: 200, schema: standardSchema, etag: true },
  refusals: ['not_found'],
});

export const saveStandardOperation = operation({
  id: 'saveGroupStandard',
  method: 'PUT',
  path: '/owner-groups/{id}/standard',
  tag: 'groups',
  permission: 'standard.edit',
  params: idParams,
  body: {
    schema: z.strictObject({
      document: standardDocumentSchema.meta({
        description: 'Each part may be left out; {} takes the standard back',
        override: { type: 'object', additionalProperties: true },
      }),
    }),
  },
  precondition: 'version_or_none',
  success: { status: 200, schema: z.object({ version: z.int() }), etag: true },
  refusals: ['not_found', 'not_yours', 'standard_invalid', 'precondition_failed', 'precondition_required'],
});
