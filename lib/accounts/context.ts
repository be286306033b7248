import type { Db, Queryable } from '@/lib/db/client';
import { type Actor, can, type Permission } from './permissions';

/** What every command gets: where, who, when, and from where. */
export interface Ctx<D extends Queryable = Db> {
  readonly db: D;
  readonly actor: Actor;
  readonly now: Date;
  /** Where the request came from; absent when no request is behind it. */
  readonly from?: Origin;
}

export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** What a query gets: it reads as well from within a transaction. */
export type ReadCtx = Ctx<Queryable>;

/** Thrown when a page or query is asked for by someone who may not; commands return it as a reason. */
export class ForbiddenError extends Error {
  constructor(readonly permission: Permission) {
    super(`forbidden: ${permission}`);
    this.name = 'ForbiddenError';
  }
}

/** Thrown when nobody is signed in. */
export class SignedOutError extends Error {
  constructor() {
    super('nobody is signed in');
    this.name = 'SignedOutError';
  }
}

/** Throws `ForbiddenError` unless the actor has the permission. Every query and command starts with it. */
export function demand(ctx: ReadCtx, permission: Permission): void {
  if (!can(ctx.actor, permission)) throw new ForbiddenError(permission);
}
