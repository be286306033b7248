import type { oas31 } from 'zod-openapi';
import { API_ROOT, type Operation } from '@/lib/api/operation';
import type { OperationId } from '@/lib/api/operations';
import { EXAMPLES } from './examples';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** One line of what a body, an answer or a schema holds. */
export interface ShownField {
  /** Dotted within objects, `[]` within lists. */
  readonly name: string;
  readonly type: string;
  /** Name of the schema that it is, to be linked to. */
  readonly schema: string | null;
  readonly required: boolean;
  readonly meaning: string;
}

export interface ShownParameter extends ShownField {
  readonly where: 'path' | 'query' | 'header';
}

const MAX_DEPTH = 3;
const MAX_CHOICES = 12;

/** Parameters of an operation in the document: address, query, headers. */
export function shownParameters(operation: oas31.OperationObject): ShownParameter[] {
  return (operation.parameters ?? []).flatMap((each) => {
    if ('$ref' in each || each.in === 'cookie' || !each.schema) return [];
    const { type, schema } = typeOf(each.schema);
    const meaning = each.description ?? described(each.schema);
    return [{ name: each.name, where: each.in, type, schema, required: each.required === true, meaning }];
  });
}

/** The JSON schema of a request or answer; null when it has none. */
export function jsonSchema(content: oas31.ContentObject | undefined): Schema | null {
  return content?.['application/json']?.schema ?? null;
}

/** Every field of a schema, within objects and lists down to a few levels; what has a name of its own is linked. */
export function shownFields(schema: Schema, prefix = '', depth = 0): ShownField[] {
  if ('$ref' in schema && schema.$ref) return [];
  if (!isObject(schema)) return [];
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return distinct(variants.flatMap((each) => shownFields(each, prefix, depth)));
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): ShownField[] => {
    const path = `${prefix}${name}`;
    const { type, schema: named } = typeOf(property);
    const own = { name: path, type, schema: named, required: required.has(name), meaning: described(property) };
    if (named !== null || depth >= MAX_DEPTH || !isObject(property)) return [own];
    const items = isObject(property.items) ? property.items : null;
    const inner = items ? shownFields(items, `${path}[].`, depth + 1) : shownFields(property, `${path}.`, depth + 1);
    return [own, ...inner];
  });
}

/** How a program asks for it, on a command line. `body` and entity tag are examples. */
export function curlOf({ id, method, path }: Operation & { readonly id: OperationId }): string {
  const { query, ifMatch, body } = EXAMPLES[id] ?? {};
  const address = `$FAILPATH_URL${API_ROOT}${path.replace('{id}', '$ID')}${query ? `?${query}` : ''}`;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    '-H "Authorization: Bearer $FAILPATH_TOKEN"',
    ...(ifMatch ? [`-H 'If-Match: "3"'`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(' \\\n  ');
}

/** A kind of value in few signs, as programs write it. */
function typeOf(schema: Schema): { type: string; schema: string | null } {
  if ('$ref' in schema && schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return { type: name, schema: name };
  }
  if (!isObject(schema)) return { type: 'any', schema: null };
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) {
    const types = variants.map(typeOf);
    return {
      type: distinctTexts(types).join(' | '),
      schema: types.find((each) => each.schema !== null)?.schema ?? null,
    };
  }
  if (schema.const !== undefined) return { type: JSON.stringify(schema.const), schema: null };
  if (schema.enum) return { type: choices(schema.enum), schema: null };
  if (schema.type === 'array' && schema.items) {
    const items = typeOf(schema.items);
    return { ...items, type: `${items.type}[]` };
  }
  const plain = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return { type: schema.format && schema.format !== 'uri' ? `${plain} (${schema.format})` : plain, schema: null };
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map((each) => JSON.stringify(each));
  return shown.length < values.length ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

function described(schema: Schema): string {
  return schema.description ?? '';
}

function isObject(schema: Schema | undefined): schema is oas31.SchemaObject {
  return schema !== undefined && !('$ref' in schema && schema.$ref !== undefined);
}

function distinct(fields: readonly ShownField[]): ShownField[] {
  return [...new Map(fields.map((field) => [`${field.name} ${field.type}`, field])).values()];
}

function distinctTexts(types: readonly { readonly type: string }[]): string[] {
  return [...new Set(types.map(({ type }) => type))];
}
