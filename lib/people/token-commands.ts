import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { TOKEN_BYTES, tokenHash, tokenStart, tokenText } from '@/lib/accounts/token-format';
import { MAX_TOKENS, type TokenInput, type tokenIdSchema } from '@/lib/accounts/token-schema';
import { record } from '@/lib/audit/record';
import { DAY_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';

export type TokenRefusal =
  /** Only administrators make tokens that do not expire. */
  | { readonly reason: 'expiry_required' }
  | { readonly reason: 'too_many_tokens'; readonly limit: number }
  /** No such token, or somebody else's; or nobody with an account asks. */
  | { readonly reason: 'not_found' };

export interface CreatedToken {
  readonly id: string;
  /** The token itself: said now and never again. */
  readonly token: string;
  readonly expiresAt: Date | null;
}

/** Makes a token for the person who asks; only its hash is kept. A token makes no tokens. */
export async function createToken(ctx: Ctx, input: TokenInput): Promise<Result<CreatedToken, TokenRefusal>> {
  demand(ctx, 'profile.edit');
  const { name, scopes, expiresInDays } = input;
  if (expiresInDays === null && ctx.actor.role !== 'administrator') return err({ reason: 'expiry_required' });
  const userId = accountOf(ctx);
  if (userId === null) return err({ reason: 'not_found' });
  const token = tokenText(randomBytes(TOKEN_BYTES));
  const expiresAt = expiresInDays === null ? null : new Date(ctx.now.getTime() + expiresInDays * DAY_MS);
  return ctx.db.$transaction(async (db): Promise<Result<CreatedToken, TokenRefusal>> => {
    // Two requests at once count one after the other.
    await db.$queryRaw`select id from user_account where id = ${userId}::uuid for update`;
    const live = { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }] };
    if ((await db.apiToken.count({ where: live })) >= MAX_TOKENS)
      return err({ reason: 'too_many_tokens', limit: MAX_TOKENS });
    const start = tokenStart(token);
    const data = { userId, name, scopes, expiresAt, start, tokenHash: tokenHash(token), createdAt: ctx.now };
    const { id } = await db.apiToken.create({ data, select: { id: true } });
    const after = { name, start, scopes, expiresAt: expiresAt?.toISOString() ?? null };
    await record(ctx, db, { action: 'token.create', subject: { kind: 'token', id, name }, after });
    return ok({ id, token, expiresAt });
  });
}

/** Ends one of the person's own tokens; of another's it says the same as of none. Once more changes nothing. */
export async function revokeToken(
  ctx: Ctx,
  { id }: z.output<typeof tokenIdSchema>,
): Promise<Result<null, TokenRefusal>> {
  demand(ctx, 'profile.edit');
  const userId = accountOf(ctx);
  if (userId === null) return err({ reason: 'not_found' });
  return ctx.db.$transaction(async (db): Promise<Result<null, TokenRefusal>> => {
    const token = await db.apiToken.findFirst({ where: { id, userId }, select: { name: true } });
    if (!token) return err({ reason: 'not_found' });
    const { count } = await db.apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: ctx.now } });
    const subject = { kind: 'token', id, name: token.name } as const;
    if (count > 0) await record(ctx, db, { action: 'token.revoke', subject });
    return ok(null);
  });
}

/** The account of who asks; what Failpath does by itself has none. */
function accountOf(ctx: Ctx): string | null {
  return z.uuid().safeParse(ctx.actor.id).success ? ctx.actor.id : null;
}
