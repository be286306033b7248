import 'server-only';
import { isIP } from 'node:net';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { currentActor } from '@/lib/accounts/auth';
import { type Ctx, demand, type Origin, SignedOutError } from '@/lib/accounts/context';
import { can, type Permission } from '@/lib/accounts/permissions';
import { getDb } from '@/lib/db/client';
import { getAuth } from './auth';
import { signInHref } from './sign-in-href';

/** The context of a signed-in person, and the session that they came with. */
export type SessionCtx = Ctx & { readonly sessionId: string };

/** Who asks, when, from where, and the database; null when nobody is signed in. One per request. */
export const optionalContext = cache(async (): Promise<SessionCtx | null> => {
  const requestHeaders = await headers();
  const found = await currentActor(getDb(), getAuth(), requestHeaders);
  if (!found) return null;
  const { sessionId, ...actor } = found;
  return { db: getDb(), actor, sessionId, now: new Date(), from: originOf(requestHeaders) };
});

/** Context for a command or route; refuses whoever is not signed in or may not. */
export async function commandContext(permission: Permission): Promise<SessionCtx> {
  const ctx = await optionalContext();
  if (!ctx) throw new SignedOutError();
  demand(ctx, permission);
  return ctx;
}

/** Context for a page: who is not signed in signs in first, and comes back; to who may not it is not there. */
export async function contextFor(permission: Permission): Promise<SessionCtx> {
  const ctx = await optionalContext();
  if (!ctx) redirect(signInHref((await headers()).get('x-failpath-path')));
  if (!can(ctx.actor, permission)) notFound();
  return ctx;
}

/** Where a request came from, as the server or the proxy before it says; what is no address is none. */
export function originOf(requestHeaders: Headers): Origin {
  const hops = requestHeaders.get('x-forwarded-for')?.split(',') ?? [];
  const last = hops.at(-1)?.trim() ?? '';
  // Some proxies name the port too: `192.0.2.7:4711`, `[2001:db8::7]:4711`.
  const ip = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^([\d.]+):\d+$/, '$1');
  return { ip: isIP(ip) === 0 ? null : ip, userAgent: requestHeaders.get('user-agent')?.slice(0, 400) ?? null };
}
