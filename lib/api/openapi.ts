import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  createSchema,
  type oas31,
  type ZodOpenApiOperationObject,
} from 'zod-openapi';
import { nodePolicySchema } from '@/lib/policy/schema';
import { API_ROOT, type Operation } from './operation';
import { OPERATIONS, type OperationId } from './operations';
import { PROBLEMS, type ProblemCode } from './problems';
import { problemSchema } from './schemas';

/** What every operation may answer beside what its own are. */
const COMMON: readonly ProblemCode[] = [
  'invalid',
  'signed_out',
  'forbidden',
  'rate_limited',
  'unexpected',
  'unavailable',
];
const WITH_BODY: readonly ProblemCode[] = ['too_large', 'unsupported_media_type'];

/** Words of the document: whoever makes it says in which language. */
export interface OpenApiWords {
  readonly title: string;
  readonly description: string;
  readonly summaries: Readonly<Record<OperationId, string>>;
  readonly tags: Readonly<Record<Operation['tag'], string>>;
}

/** The OpenAPI 3.1 document of all operations, made of the very schemas by which they are checked. */
export function openApiDocument(version: string, words: OpenApiWords): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const each of OPERATIONS) {
    const path = paths[each.path] ?? {};
    path[each.method.toLowerCase()] = operationObject(each, words.summaries[each.id]);
    paths[each.path] = path;
  }
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))];
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: words.title,
        version,
        description: words.description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: API_ROOT }],
      tags: tags.map((name) => ({ name, description: words.tags[name] })),
      security: [{ bearer: [] }],
      paths,
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    },
    OPTIONS,
  );
  // What people and programs write: durations as text, before anything is made of them.
  const { schema: policy } = createSchema(nodePolicySchema, { io: 'input', opts: OPTIONS, openapiVersion: '3.1.0' });
  const schemas = { ...document.components?.schemas, NodePolicy: policy };
  return { ...document, components: { ...document.components, schemas } };
}

/** Moments travel as text; whatever is checked by code alone is an object. */
const OPTIONS: CreateDocumentOptions = {
  override: ({ jsonSchema, zodSchema }) => {
    const { type } = zodSchema._zod.def;
    if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  },
  allowEmptySchema: { date: true, custom: true },
};

function operationObject(operation: Operation, summary: string): ZodOpenApiOperationObject {
  const { id, tag, permission, params, query, body, precondition } = operation;
  const header = preconditionHeaders(precondition);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(permission && { 'x-permission': permission }),
    requestParams: { ...(params && { path: params }), ...(query && { query }), ...(header && { header }) },
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body.shown ?? body.schema } } },
    }),
    responses: { [operation.success.status]: successObject(operation), ...problemObjects(operation) },
  };
}

function preconditionHeaders(precondition: Operation['precondition']): z.ZodObject | null {
  const tag = z.string().meta({ description: 'The entity tag that was seen, "3"', example: '"3"' });
  switch (precondition) {
    case undefined:
      return null;
    case 'version':
      return z.object({ 'If-Match': tag });
    case 'version_if_replacing':
      return z.object({ 'If-Match': tag.optional() });
    case 'version_or_none':
      return z.object({
        'If-Match': tag.optional(),
        'If-None-Match': z.literal('*').optional().meta({ description: 'In place of If-Match: there is none yet' }),
      });
  }
}

function successObject({ success }: Operation) {
  const { schema, mediaTypes = [], etag = false, location = false } = success;
  const text = z.string();
  const files = mediaTypes.map((type) => [type, { schema: z.string() }] as const);
  return {
    description: schema || mediaTypes.length > 0 ? 'OK' : 'Done',
    headers: z.object({
      ...(etag && { ETag: text.meta({ description: 'The version' }) }),
      ...(location && { Location: text }),
      RateLimit: text.meta({ description: 'Requests that are left, and seconds until there are all of them again' }),
      'RateLimit-Policy': text.meta({ description: 'Requests per window, and its seconds' }),
    }),
    ...(schema && { content: { 'application/json': { schema } } }),
    ...(files.length > 0 && { content: Object.fromEntries(files) }),
  };
}

/** One response per status; its description names the codes that may stand in it. */
function problemObjects({ body, refusals }: Operation) {
  const codes = [...new Set([...COMMON, ...(body ? WITH_BODY : []), ...refusals])];
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => PROBLEMS[code].status === status);
      const description = named.map((code) => `${code}: ${PROBLEMS[code].title}`).join('. ');
      const retry = z.object({ 'Retry-After': z.string().meta({ description: 'Seconds' }) });
      const content = { 'application/problem+json': { schema: problemSchema } };
      return [status, { description, ...(status === 429 && { headers: retry }), content }];
    }),
  );
}
