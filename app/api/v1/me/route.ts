import { api } from '@/app/_server/api';
import { getMeOperation } from '@/lib/api/account-operations';
import { ok } from '@/lib/shared/result';

/** Who asks: the person behind a token, and what the token is for. */
export const GET = api(getMeOperation, async ({ ctx: { actor } }) => {
  const { id, name, role, groups, via, token } = actor;
  return ok({ body: { id, name, role, groups, via, token: token ?? null } });
});
