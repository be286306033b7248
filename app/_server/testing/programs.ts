import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import type { Role, Scope } from '@/lib/accounts/permissions';
import { API_ROOT, type Operation } from '@/lib/api/operation';
import { createToken } from '@/lib/people/token-commands';
import { testContext } from '@/lib/testing/context';

const ALL_SCOPES: readonly Scope[] = [
  'read',
  'import',
  'policy',
  'catalogue',
  'groups',
  'history',
  'drills',
  'operations',
  'sources',
];
const APP = path.resolve(import.meta.dirname, '../..');

export interface Asked {
  readonly id?: string;
  /** What stands in the address beside the id. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a JSON body. */
  readonly raw?: BodyInit;
}

/** What came back, with its JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  readonly text: string;
}

export interface Program {
  readonly ctx: Ctx;
  readonly token: string;
  call(operation: Operation, asked?: Asked): Promise<Answered>;
}

/** A database of the test file's own behind the routes, and programs that call them as Next would. */
export function testPrograms() {
  const base = testContext();
  const called = new Set<string>();
  beforeAll(() => {
    globalThis.failpathDb = base.db;
  });

  /** A person with a token. */
  async function program(role: Role, scopes: readonly Scope[] = ALL_SCOPES): Promise<Program> {
    const email = `${role}-${crypto.randomUUID()}@example.com`;
    const { id } = await base.db.user.create({ data: { name: role, email, role } });
    const now = new Date();
    const ctx: Ctx = { db: base.db, now, actor: { id, name: role, role, groups: [], via: 'session' } };
    const made = await createToken(ctx, { name: 'test', scopes: [...scopes], expiresInDays: 1 });
    if (!made.ok) throw new Error(made.error.reason);
    const { token } = made.value;
    return { ctx, token, call: (operation, asked) => call(operation, token, asked) };
  }

  async function call(operation: Operation, token: string | null, asked: Asked = {}): Promise<Answered> {
    const handler = await handlerOf(operation);
    called.add(operation.id);
    const params = { ...(asked.id !== undefined && { id: asked.id }), ...asked.params };
    const place = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(params, name) ?? ''));
    const url = new URL(`${API_ROOT}${place}`, 'http://localhost');
    for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
    const headers = new Headers({ ...(token !== null && { Authorization: `Bearer ${token}` }), ...asked.headers });
    const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    const request = new Request(url, { method: operation.method, headers, ...(body !== undefined && { body }) });
    const response = await handler(request, { params: Promise.resolve(params) });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  }

  return { base, program, call, called };
}

/** Where the route of an operation stands. */
export function routeFile(operation: Operation): string {
  const folder = operation.path.replaceAll('{', '[').replaceAll('}', ']');
  return path.join(APP, API_ROOT, folder, 'route.ts');
}

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

async function handlerOf(operation: Operation): Promise<Handler> {
  const file = routeFile(operation);
  if (!existsSync(file)) throw new Error(`${operation.id} has no route: ${file}`);
  const module: Record<string, unknown> = await import(file);
  const handler = module[operation.method];
  if (!isHandler(handler)) throw new Error(`${file} does not answer to ${operation.method}`);
  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}
