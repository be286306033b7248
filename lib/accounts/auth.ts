import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import type { Db } from '@/lib/db/client';
import { type Actor, ROLES, type Role } from './permissions';
import { MIN_PASSWORD } from './schema';
import { sessionCookie } from './session-cookie';

const SESSION_SECONDS = 14 * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;

export interface AuthSettings {
  /** Signs the session cookie. */
  readonly secret: string;
  /** Public address, e.g. https://failpath.example. */
  readonly baseUrl: string;
  readonly plugins?: BetterAuthPlugin[];
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * The sign-in library on this database. None of its own HTTP routes are served: everything goes through our
 * commands, which check, count attempts and write the audit.
 */
export function createAuth(db: Db, { secret, baseUrl, plugins = [] }: AuthSettings) {
  const https = baseUrl.startsWith('https://');
  return betterAuth({
    appName: 'Failpath',
    baseURL: baseUrl,
    secret,
    database: prismaAdapter(db, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: 200,
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: REFRESH_SECONDS },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      defaultCookieAttributes: { secure: https, sameSite: 'lax', httpOnly: true, path: '/' },
      cookies: {
        session_token: { name: sessionCookie(https) },
        dont_remember: { name: `${https ? '__Host-' : ''}failpath_forget` },
      },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins,
  });
}

/** Who is signed in with these headers; null for nobody, and for somebody who may not any more. */
export async function currentActor(db: Db, auth: Auth, headers: Headers): Promise<(Actor & SignedIn) | null> {
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!session) return null;
  const actor = await actorOf(db, session.user.id);
  return actor && { ...actor, sessionId: session.session.id };
}

export interface SignedIn {
  readonly sessionId: string;
}

/** The person with their role and owner groups, as they are now; null when they are gone or disabled. */
export async function actorOf(db: Db, userId: string): Promise<(Actor & { readonly email: string }) | null> {
  const rows = await db.$queryRaw<{ name: string; email: string; role: string; groups: string[] }[]>`
    select u.name, u.email, u.role, array(
             select distinct g.slug from owner_group_member m join owner_group g on g.id = m.group_id
             where lower(m.email) = u.email order by g.slug
           ) as groups
    from user_account u where u.id = ${userId}::uuid and u.disabled_at is null`;
  const [row] = rows;
  if (!row) return null;
  return { ...row, id: userId, role: roleOf(row.role), via: 'session' };
}

/** A role that nobody knows may least. */
export function roleOf(value: string): Role {
  return ROLES.find((role) => role === value) ?? 'viewer';
}
