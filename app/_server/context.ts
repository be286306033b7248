import 'server-only';
import { cache } from 'react';
import { currentActor } from '@/lib/accounts/auth';
import { type Ctx, demand, ForbiddenError } from '@/lib/accounts/context';
import type { Permission } from '@/lib/accounts/permissions';
import { getDb } from '@/lib/db/client';

/** The context of the current request: who asks, when, and the database. One per request. */
const requestContext = cache(async (): Promise<Ctx> => {
  const actor = await currentActor();
  if (!actor) throw new ForbiddenError('read');
  return { db: getDb(), actor, now: new Date() };
});

/** Context for a page or route; refuses whoever may not do what it is for. */
export async function contextFor(permission: Permission): Promise<Ctx> {
  const ctx = await requestContext();
  demand(ctx, permission);
  return ctx;
}
