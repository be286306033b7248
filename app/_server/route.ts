import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { type Ctx, ForbiddenError, SignedOutError } from '@/lib/accounts/context';
import type { Permission } from '@/lib/accounts/permissions';
import { dbFailure } from '@/lib/db/errors';
import { commandContext } from './context';
import { log } from './log';

/** Title of each problem that a route may answer with; `code` is what programs compare. */
const PROBLEMS = {
  signed_out: { status: 401, title: 'Nobody is signed in' },
  forbidden: { status: 403, title: 'You may not do this' },
  not_found: { status: 404, title: 'There is nothing under this address' },
  invalid: { status: 400, title: 'The request does not hold' },
  unavailable: { status: 503, title: 'The database does not answer' },
  unexpected: { status: 500, title: 'Something went wrong on the server' },
} as const;
type ProblemCode = keyof typeof PROBLEMS;

/** An error as problem details (RFC 9457). */
export function problem(code: ProblemCode, detail?: string): Response {
  const { status, title } = PROBLEMS[code];
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(JSON.stringify({ type: 'about:blank', title, status, code, detail }), { status, headers });
}

/**
 * The only way from HTTP to a query or command: checks who asks, runs the handler with the context
 * and the route's parameters, and maps surprises once.
 */
export function route<P>(
  permission: Permission,
  handler: (ctx: Ctx, request: Request, params: P) => Promise<Response>,
): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, { params }) => {
    try {
      return await handler(await commandContext(permission), request, await params);
    } catch (error) {
      unstable_rethrow(error);
      if (error instanceof SignedOutError) return problem('signed_out');
      if (error instanceof ForbiddenError) return problem('forbidden');
      if (dbFailure(error)?.kind === 'connection_lost') return problem('unavailable');
      log.error({ err: error, url: request.url }, 'a route failed');
      return problem('unexpected');
    }
  };
}
