import 'server-only';
import { z } from 'zod';
import type { ApiProblem, RequestError } from '@/lib/api/problems';
import { bodyLimit } from '@/lib/shared/request-guard';
import { err, ok, type Result } from '@/lib/shared/result';

/** Reads the query of an operation; a parameter that it does not have, or twice, is an error: it was meant. */
export function readQuery(request: Request, schema: z.ZodObject | undefined): Result<unknown, ApiProblem> {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    return err(invalid([{ path: repeated, code: 'repeated', message: 'This parameter stands there twice' }]));
  return read(schema?.strict() ?? z.strictObject({}), Object.fromEntries(searchParams));
}

/** Reads a JSON body: what it is, how long it is, whether it is JSON, and whether it has the asked shape. */
export async function readBody(request: Request, schema: z.ZodType): Promise<Result<unknown, ApiProblem>> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return err({ code: 'unsupported_media_type' });
  const limit = bodyLimit(new URL(request.url).pathname);
  const bytes = await readBytes(request, limit);
  if (bytes === null) return err({ code: 'too_large', limit });
  const json = parseJson(bytes);
  return json.ok ? read(schema, json.value) : json;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // What was announced is not what counts: the reading stops at the limit. Leaving the loop cancels the rest.
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): Result<unknown, ApiProblem> {
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    return err({ code: 'invalid', detail: `The body is not JSON: ${error instanceof Error ? error.message : ''}` });
  }
}

function read(schema: z.ZodType, input: unknown): Result<unknown, ApiProblem> {
  const parsed = schema.safeParse(input);
  return parsed.success ? ok(parsed.data) : err(invalid(parsed.error.issues.flatMap(requestErrors)));
}

function invalid(errors: readonly RequestError[]): ApiProblem {
  return { code: 'invalid', errors };
}

/** Rules of our own say their key; what zod finds by itself has its name and words. */
const KEY = /^[a-z][a-z0-9_]*$/;

function requestErrors(issue: z.core.$ZodIssue): RequestError[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: 'unknown_key', message: issue.message }));
  const own = KEY.test(issue.message);
  return [
    {
      path: path.join('.'),
      code: own ? issue.message : issue.code,
      message: own ? `This does not hold: ${issue.message.replaceAll('_', ' ')}` : issue.message,
    },
  ];
}
