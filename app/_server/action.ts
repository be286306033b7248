import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import { ForbiddenError, SignedOutError } from '@/lib/accounts/context';
import type { Permission } from '@/lib/accounts/permissions';
import { dbFailure } from '@/lib/db/errors';
import { err, type Result } from '@/lib/shared/result';
import { commandContext, type SessionCtx } from './context';
import { log } from './log';

/** Reasons that any action may give, beside its command's own. */
export interface EdgeRefusal {
  readonly reason: 'signed_out' | 'forbidden' | 'invalid' | 'unavailable' | 'unexpected';
  readonly issues?: readonly { readonly path: string; readonly code: string }[];
}

/**
 * The only way from the browser to a command: checks who asks, parses the input, runs the command,
 * and maps surprises once. A refusal is returned, so that the form keeps what was typed.
 */
export function action<S extends z.ZodType, T, E>(
  permission: Permission,
  schema: S,
  command: (ctx: SessionCtx, input: z.output<S>) => Promise<Result<T, E>>,
): (input: z.input<S>) => Promise<Result<T, E | EdgeRefusal>> {
  return async (input) => {
    try {
      const ctx = await commandContext(permission);
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const issues = parsed.error.issues.map((i) => ({ path: i.path.join('.'), code: i.message }));
        return err({ reason: 'invalid', issues });
      }
      return await command(ctx, parsed.data);
    } catch (error) {
      unstable_rethrow(error);
      if (error instanceof SignedOutError) return err({ reason: 'signed_out' });
      if (error instanceof ForbiddenError) return err({ reason: 'forbidden' });
      if (dbFailure(error)?.kind === 'connection_lost') return err({ reason: 'unavailable' });
      log.error(error, 'an action failed unexpectedly');
      return err({ reason: 'unexpected' });
    }
  };
}
