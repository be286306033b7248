import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { type Ctx, ForbiddenError, SignedOutError } from '@/lib/accounts/context';
import type { Permission } from '@/lib/accounts/permissions';
import { type ApiProblem, PROBLEMS, type ProblemCode, problemBody } from '@/lib/api/problems';
import { dbFailure } from '@/lib/db/errors';
import { commandContext } from './context';
import { log } from './log';

/** An error as problem details (RFC 9457). */
export function problem(code: ProblemCode, detail?: string): Response {
  return problemResponse({ code, detail });
}

/** The same with all that belongs to it, and with headers of its own. */
export function problemResponse(problem: ApiProblem, more: Readonly<Record<string, string>> = {}): Response {
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...more,
  };
  return new Response(JSON.stringify(problemBody(problem)), { status: PROBLEMS[problem.code].status, headers });
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
