import type { Db } from '@/lib/db/client';
import { type Actor, can, type Permission } from './permissions';

/** What every command and query gets: where, who, and when. */
export interface Ctx {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
}

/** Thrown when a page or query is asked for by someone who may not; commands return it as a reason. */
export class ForbiddenError extends Error {
  constructor(readonly permission: Permission) {
    super(`forbidden: ${permission}`);
    this.name = 'ForbiddenError';
  }
}

/** Throws `ForbiddenError` unless the actor has the permission. Every query and command starts with it. */
export function demand(ctx: Ctx, permission: Permission): void {
  if (!can(ctx.actor, permission)) throw new ForbiddenError(permission);
}
