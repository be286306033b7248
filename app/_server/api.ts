import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { type Ctx, demand, ForbiddenError, SignedOutError } from '@/lib/accounts/context';
import { actorOfToken } from '@/lib/accounts/token-queries';
import { readPrecondition, versionTag } from '@/lib/api/etag';
import { API_ROOT, type BodyOf, type Operation, type ParamsOf, type QueryOf, type ReplyOf } from '@/lib/api/operation';
import type { ApiProblem } from '@/lib/api/problems';
import { getDb } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { err, ok, type Result } from '@/lib/shared/result';
import { optionalContext, originOf } from './context';
import { log } from './log';
import { countRequest } from './rate-limit';
import { readBody, readQuery } from './request-parts';
import { problemResponse } from './route';

/** What a handler gets: who asks, and the parts of the request as the operation's schemas read them. */
export interface Call<O extends Operation> {
  readonly ctx: Ctx;
  readonly request: Request;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The version of `If-Match`; 0 for `If-None-Match: *`. Null only where the operation does without. */
  readonly version: O['precondition'] extends 'version' | 'version_or_none' ? number : number | null;
}

/** What a handler answers with, if it does not refuse. */
export interface Reply<O extends Operation> {
  readonly body: ReplyOf<O>;
  /** Another status than the operation's usual one. */
  readonly status?: 200 | 201;
  readonly version?: number;
  /** Below the root of the interface. */
  readonly location?: string;
}

type Handler<O extends Operation> = (call: Call<O>) => Promise<Result<Reply<O>, ApiProblem> | Response>;
type Route = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

/**
 * The only way from a program to a query or command. It finds out who asks (bearer token, else the session),
 * counts the request, checks the permission, reads address, query, precondition and body by the operation's
 * schemas, runs the handler, and holds the answer against its schema: nothing that is not declared goes out.
 */
export function api<O extends Operation>(operation: O, handler: Handler<O>): Route {
  return async (request, { params }) => {
    let rate: Readonly<Record<string, string>> = {};
    try {
      const ctx = await contextOf(request);
      const counted = await countRequest(getDb(), rateKey(ctx, request));
      rate = counted.headers;
      if (!counted.allowed) return problemResponse({ code: 'rate_limited' }, rate);
      if (!ctx) return problemResponse({ code: 'signed_out' }, { ...rate, ...challenge(request) });
      if (operation.permission) demand(ctx, operation.permission);
      const call = await readCall(operation, ctx, request, await params);
      if (!call.ok) return problemResponse(call.error, rate);
      const outcome = await handler(call.value);
      if (outcome instanceof Response) return withHeaders(outcome, rate);
      return outcome.ok ? answer(operation, outcome.value, rate) : problemResponse(outcome.error, rate);
    } catch (error) {
      unstable_rethrow(error);
      return surprise(error, request, rate);
    }
  };
}

/** A command's refusal as a problem: the reason is its code, all else stands beside it. */
export function refused<const R extends { readonly reason: ApiProblem['code'] }>({ reason, ...more }: R) {
  return err({ code: reason, ...more } satisfies ApiProblem);
}

/** Null: nobody. A bearer token that is none of ours does not fall back to a session that came with it. */
async function contextOf(request: Request): Promise<Ctx | null> {
  const token = bearerOf(request);
  if (token === null) return optionalContext();
  const now = new Date();
  const actor = await actorOfToken(getDb(), token, now);
  return actor && { db: getDb(), actor, now, from: originOf(request.headers) };
}

function bearerOf(request: Request): string | null {
  const [, token] = /^Bearer(?:\s+(.*))?$/i.exec(request.headers.get('Authorization')?.trim() ?? '') ?? [null, null];
  return token === undefined ? '' : token;
}

function challenge(request: Request): Record<string, string> {
  const wrong = bearerOf(request) === null ? '' : ', error="invalid_token"';
  return { 'WWW-Authenticate': `Bearer realm="failpath"${wrong}` };
}

/** Each token counts by itself, as does each person; who is neither counts by address. */
function rateKey(ctx: Ctx | null, request: Request): string {
  if (!ctx) return `ip:${originOf(request.headers).ip ?? 'unknown'}`;
  return ctx.actor.token ? `token:${ctx.actor.token.id}` : `person:${ctx.actor.id}`;
}

async function readCall<O extends Operation>(
  operation: O,
  ctx: Ctx,
  request: Request,
  given: unknown,
): Promise<Result<Call<O>, ApiProblem>> {
  const params = operation.params?.safeParse(given);
  if (params && !params.success) return err({ code: 'not_found' });
  const query = readQuery(request, operation.query);
  if (!query.ok) return query;
  const version = readVersion(operation, request);
  if (!version.ok) return version;
  const body = operation.body ? await readBody(request, operation.body.schema) : ok(undefined);
  if (!body.ok) return body;
  return ok(
    callOf<O>({
      ctx,
      request,
      params: params?.data ?? {},
      query: query.value,
      body: body.value,
      version: version.value,
    }),
  );
}

/** Each part was just read by the very schema that gives it its type. */
function callOf<O extends Operation>(parts: { readonly ctx: Ctx; readonly request: Request } & Parts): Call<O>;
function callOf(parts: Parts): Parts {
  return parts;
}

type Parts = Readonly<Record<'params' | 'query' | 'body' | 'version', unknown>>;

function readVersion({ precondition }: Operation, request: Request): Result<number | null, ApiProblem> {
  if (precondition === undefined) return ok(null);
  const read = readPrecondition(request.headers);
  if (read.kind === 'version') return ok(read.version);
  if (read.kind === 'other')
    return err({ code: 'precondition_failed', detail: 'If-Match has to be one entity tag as it was answered, "3"' });
  if (read.kind === 'none_yet' && precondition === 'version_or_none') return ok(0);
  if (precondition === 'version_if_replacing') return ok(null);
  return err({ code: 'precondition_required', detail: 'Send If-Match with the entity tag that you last saw' });
}

function answer<O extends Operation>(
  { success }: O,
  { body, status, version, location }: Reply<O>,
  rate: Readonly<Record<string, string>>,
): Response {
  const headers = {
    'Cache-Control': 'no-store',
    ...rate,
    ...(version !== undefined && { ETag: versionTag(version) }),
    ...(location !== undefined && { Location: `${API_ROOT}${location}` }),
  };
  if (success.schema === null) return new Response(null, { status: success.status, headers });
  return Response.json(success.schema.parse(body), { status: status ?? success.status, headers });
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function surprise(error: unknown, request: Request, rate: Readonly<Record<string, string>>): Response {
  if (error instanceof SignedOutError)
    return problemResponse({ code: 'signed_out' }, { ...rate, ...challenge(request) });
  if (error instanceof ForbiddenError)
    return problemResponse({ code: 'forbidden', detail: `This needs the permission ${error.permission}` }, rate);
  if (dbFailure(error)?.kind === 'connection_lost') return problemResponse({ code: 'unavailable' }, rate);
  log.error({ err: error, url: request.url }, 'an operation failed');
  return problemResponse({ code: 'unexpected' }, rate);
}
