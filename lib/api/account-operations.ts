import { z } from 'zod';
import { ROLES } from '@/lib/accounts/permissions';
import { scopeSchema } from '@/lib/accounts/token-schema';
import { operation } from './operation';

export const getMeOperation = operation({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  tag: 'account',
  permission: null,
  success: {
    status: 200,
    schema: z
      .object({
        id: z.string(),
        name: z.string(),
        role: z.enum(ROLES),
        groups: z.array(z.string()).meta({ description: 'Slugs of the owner groups' }),
        via: z.enum(['session', 'token', 'system']),
        token: z
          .object({ id: z.uuid(), scopes: z.array(scopeSchema) })
          .nullable()
          .meta({ description: 'Null: a signed-in person' }),
      })
      .meta({ id: 'Me' }),
  },
  refusals: [],
});
