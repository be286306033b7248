import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { signInHref } from '@/app/_server/sign-in-href';
import { sessionCookie } from '@/lib/accounts/session-cookie';
import { allowedMethods } from '@/lib/api/methods';
import { type ApiProblem, PROBLEMS, problemBody } from '@/lib/api/problems';
import { isLoopback, readEnvironment } from '@/lib/env';
import { guardRequest } from '@/lib/shared/request-guard';
import { DATA_POLICY, pagePolicy, securityHeaders } from '@/lib/shared/security-headers';

/** Header names by which pages learn what was decided here; whatever a client sends under them is replaced. */
const NONCE = 'x-nonce';
const PATH = 'x-failpath-path';
const POLICY = 'Content-Security-Policy';

export const config = {
  // Everything but files of the build, which load nothing and take no body.
  matcher: ['/((?!_next/static/|_next/image$|icon.svg$).*)'],
};

/**
 * Before every page, action and route: refuses what other sites send and what is too long, and gives each
 * page a content security policy with a nonce of its own, on the request (for who renders it) and on the answer.
 */
export function proxy(request: NextRequest): Response {
  const { https, guard, development } = settings();
  const { pathname, search } = request.nextUrl;
  const header = (name: string) => request.headers.get(name);
  const refusal = guardRequest({ method: request.method, path: pathname, header }, guard);
  if (refusal) {
    const { reason: code, ...more } = refusal;
    return problem({ code, ...more }, securityHeaders(https));
  }
  const allowed = allowedMethods(pathname);
  if (allowed && !allowed.includes(request.method))
    return problem({ code: 'method_not_allowed' }, { ...securityHeaders(https), Allow: allowed.join(', ') });

  const isPage = !/^\/api(\/|$)/.test(pathname);
  // Only a first look: whether the session holds is seen by the page itself, and an action says it by its answer.
  const isVisit = isPage && request.method === 'GET';
  if (isVisit && !isDoor(pathname) && !request.cookies.has(sessionCookie(https)))
    return withSecurity(NextResponse.redirect(new URL(signInHref(`${pathname}${search}`), request.url)), https);

  const nonce = randomBytes(16).toString('base64');
  const policy = isPage ? pagePolicy({ nonce, https, development }) : DATA_POLICY;
  const headers = new Headers(request.headers);
  headers.set(NONCE, nonce);
  headers.set(PATH, `${pathname}${search}`);
  headers.set(POLICY, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, policy);
  return withSecurity(response, https);
}

/** Pages for those who are not signed in, or need not be. */
function isDoor(pathname: string): boolean {
  return /^\/(sign-in$|welcome\/|confirm\/)/.test(pathname);
}

function withSecurity(response: NextResponse, https: boolean): NextResponse {
  for (const [name, value] of Object.entries(securityHeaders(https))) response.headers.set(name, value);
  return response;
}

function settings() {
  const { FAILPATH_URL: url, HOST: host, NODE_ENV: mode } = readEnvironment();
  return {
    https: url?.startsWith('https:') ?? false,
    guard: { publicOrigin: url ?? null, loopback: isLoopback(host) },
    development: mode === 'development',
  };
}

/** The refusal as problem details (RFC 9457). */
function problem(refusal: ApiProblem, more: Readonly<Record<string, string>>): Response {
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    [POLICY]: DATA_POLICY,
    ...more,
  };
  return new Response(JSON.stringify(problemBody(refusal)), { status: PROBLEMS[refusal.code].status, headers });
}
