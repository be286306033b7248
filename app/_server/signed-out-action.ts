import 'server-only';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import type { Origin } from '@/lib/accounts/context';
import { type Db, getDb } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { err, type Result } from '@/lib/shared/result';
import type { EdgeRefusal } from './action';
import { originOf } from './context';
import { log } from './log';

export interface SignedOutCtx {
  readonly db: Db;
  readonly now: Date;
  readonly from: Origin;
  readonly headers: Headers;
}

/** `action` for the few things that are done before anybody is signed in: signing in, and following a link. */
export function signedOutAction<S extends z.ZodType, T, E>(
  schema: S,
  command: (ctx: SignedOutCtx, input: z.output<S>) => Promise<Result<T, E>>,
): (input: z.input<S>) => Promise<Result<T, E | EdgeRefusal>> {
  return async (input) => {
    try {
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const issues = parsed.error.issues.map((i) => ({ path: i.path.join('.'), code: i.message }));
        return err({ reason: 'invalid', issues });
      }
      const requestHeaders = await headers();
      const ctx = { db: getDb(), now: new Date(), from: originOf(requestHeaders), headers: requestHeaders };
      return await command(ctx, parsed.data);
    } catch (error) {
      unstable_rethrow(error);
      if (dbFailure(error)?.kind === 'connection_lost') return err({ reason: 'unavailable' });
      log.error(error, 'an action failed unexpectedly');
      return err({ reason: 'unexpected' });
    }
  };
}
