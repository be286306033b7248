import type { Db } from '@/lib/db/client';
import { MINUTE_MS } from '@/lib/shared/clock';
import { roleOf } from './auth';
import { demand, type ReadCtx } from './context';
import type { Actor, Scope } from './permissions';
import { isTokenShaped, tokenHash } from './token-format';
import { SCOPE_NAMES } from './token-schema';

/** The last use is written down at most so often: a token in a loop would else write with each request. */
const USE_NOTED_EVERY_MS = MINUTE_MS;

/** A token as its person sees it; the token itself is nowhere. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly state: 'active' | 'expired' | 'revoked';
}

/** The person's own tokens, newest first; those of others nobody lists. */
export async function listTokens(ctx: ReadCtx): Promise<TokenRow[]> {
  demand(ctx, 'profile.edit');
  const rows = await ctx.db.$queryRaw<
    (Omit<TokenRow, 'scopes' | 'state'> & { scopes: string[]; revokedAt: Date | null })[]
  >`
    select id, name, start, scopes, created_at as "createdAt", expires_at as "expiresAt",
           last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from api_token where user_id::text = ${ctx.actor.id} order by created_at desc, id`;
  return rows.map(({ revokedAt, ...row }) => ({
    ...row,
    scopes: knownScopes(row.scopes),
    state: stateOf(revokedAt, row.expiresAt, ctx.now),
  }));
}

/**
 * Who acts with this token: its person as they are now (role, owner groups by e-mail), within its scopes.
 * Null when nobody knows the token, it has expired or was revoked, or the person is disabled. Notes the use.
 */
export async function actorOfToken(db: Db, token: string, now: Date): Promise<Actor | null> {
  if (!isTokenShaped(token)) return null;
  const [row] = await db.$queryRaw<FoundToken[]>`
    select t.id, t.scopes, t.last_used_at as "lastUsedAt", u.id as "userId", u.name, u.role, array(
             select distinct g.slug from owner_group_member m join owner_group g on g.id = m.group_id
             where lower(m.email) = lower(u.email) order by g.slug
           ) as groups
    from api_token t join user_account u on u.id = t.user_id
    where t.token_hash = ${tokenHash(token)} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}) and u.disabled_at is null`;
  if (!row) return null;
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
    const before = new Date(now.getTime() - USE_NOTED_EVERY_MS);
    await db.apiToken.updateMany({
      where: { id: row.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: now },
    });
  }
  const { userId, name, role, groups, id, scopes } = row;
  return { id: userId, name, role: roleOf(role), groups, via: 'token', token: { id, scopes: knownScopes(scopes) } };
}

interface FoundToken {
  readonly id: string;
  readonly scopes: string[];
  readonly lastUsedAt: Date | null;
  readonly userId: string;
  readonly name: string;
  readonly role: string;
  readonly groups: string[];
}

function stateOf(revokedAt: Date | null, expiresAt: Date | null, now: Date): TokenRow['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

/** A scope that this version does not know grants nothing. */
function knownScopes(names: readonly string[]): Scope[] {
  return SCOPE_NAMES.filter((scope) => names.includes(scope));
}
