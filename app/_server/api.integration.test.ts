import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inviteSchema, signInSchema } from '@/lib/accounts/schema';
import { tokenSchema } from '@/lib/accounts/token-schema';
import { getMeOperation } from '@/lib/api/account-operations';
import { createGroupOperation } from '@/lib/api/group-operations';
import { ingestStepsOperation } from '@/lib/api/history-operations';
import { publishPolicyOperation } from '@/lib/api/node-operations';
import { listWorkflowsOperation } from '@/lib/api/workflow-operations';
import { createDb } from '@/lib/db/client';
import { importSchema } from '@/lib/workflows/schema';
import { countRequest, RATE } from './rate-limit';
import { type Program, testPrograms } from './testing/programs';

const { base, program, call } = testPrograms();
let editor: Program;

beforeAll(async () => {
  editor = await program('editor');
});
beforeEach(async () => {
  await base.db.rateLimiterFlexible.deleteMany();
});

describe('who asks', () => {
  it.each([`fp_${'a'.repeat(43)}`, 'fp_short', ''])(
    'is nobody with a token that is none of ours: %j',
    async (token) => {
      const { status, headers, json } = await call(getMeOperation, token);
      expect({ status, json }).toMatchObject({ status: 401, json: { code: 'signed_out', status: 401 } });
      expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
      expect(headers.get('WWW-Authenticate')).toBe('Bearer realm="failpath", error="invalid_token"');
    },
  );

  it('may do what both their role and the token allow', async () => {
    const reader = await program('administrator', ['read']);
    const writer = await program('editor', ['history']);
    const body = { slug: 'x', name: 'X', members: [] };
    expect((await reader.call(listWorkflowsOperation)).status).toBe(200);
    expect(await reader.call(createGroupOperation, { body })).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    });
    expect((await writer.call(listWorkflowsOperation)).status).toBe(403);
    expect((await writer.call(getMeOperation)).status).toBe(200);
    expect((await editor.call(createGroupOperation, { body })).status).toBe(403);
    expect(await base.db.ownerGroup.count()).toBe(0);
  });

  it('is asked before anything is said of the request', async () => {
    const viewer = await program('viewer');
    expect((await viewer.call(ingestStepsOperation, { raw: 'nonsense' })).status).toBe(403);
  });
});

describe('the body', () => {
  it('has to be JSON, and not too long', async () => {
    const asked = (raw: BodyInit, type = 'application/json') =>
      editor.call(ingestStepsOperation, { raw, headers: { 'Content-Type': type } });
    expect(await asked('steps=1', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
    expect(await asked('{"steps":')).toMatchObject({ status: 400, json: { code: 'invalid' } });
    expect((await asked(new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
    const long = `{"steps":[${JSON.stringify('x'.repeat(17 * 1024 * 1024))}]}`;
    expect(await asked(long)).toMatchObject({ status: 413, json: { code: 'too_large' } });
    expect(await asked('{"steps":[]}', 'application/json; charset=utf-8')).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'steps', code: 'too_small', message: expect.any(String) }] },
    });
    expect(await asked('{"steps":[1],"more":1}')).toMatchObject({
      json: { errors: [{ path: 'more', code: 'unknown_key' }] },
    });
  });
});

describe('what nobody can keep or read', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000';
  const policy = (body: string) =>
    editor.call(publishPolicyOperation, { id: UNKNOWN, raw: body, headers: { 'If-Match': '"1"' } });

  it('is refused by its place: NUL, halves of characters, and nesting without end', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expect(await policy(`{"document":${deep}}`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'document', code: 'draft_shape' }] },
    });
    for (const note of ['a\\u0000b', 'a\\ud800b'])
      expect(await policy(`{"document":{},"note":"${note}"}`)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'note', code: 'note_characters' }] },
      });
    const administrator = await program('administrator');
    const body = { slug: 'x', name: 'a\0b', members: [{ name: 'a\uD800', email: 'a@example.com' }] };
    expect(await administrator.call(createGroupOperation, { body })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'name' }, { path: 'members.0.name' }] },
    });
    expect(tokenSchema.safeParse({ name: 'a\0b', scopes: ['read'], expiresInDays: 1 }).success).toBe(false);
    expect(signInSchema.safeParse({ email: 'a\0@example.com', password: 'x' }).success).toBe(false);
    expect(inviteSchema.safeParse({ name: 'a\0b', email: 'a@example.com', role: 'viewer' }).success).toBe(false);
    expect(importSchema.safeParse({ fileName: 'a\0b', content: 'eA==' }).success).toBe(false);
  });
});

describe('the limit', () => {
  it('is said with every answer and counted per token in the database', async () => {
    const other = await program('editor');
    const first = await editor.call(getMeOperation);
    expect(first.headers.get('RateLimit-Policy')).toBe(`"api";q=${RATE.requests};w=${RATE.seconds}`);
    expect(first.headers.get('RateLimit')).toMatch(new RegExp(`^"api";r=${RATE.requests - 1};t=\\d+$`));
    await editor.call(getMeOperation);
    await other.call(getMeOperation);
    const rows = await base.db.rateLimiterFlexible.findMany({ orderBy: { points: 'desc' } });
    expect(rows.map(({ points }) => points)).toEqual([2, 1]);
  });

  it('refuses what is beyond it, in every process, until the window ends', async () => {
    await editor.call(getMeOperation);
    await base.db.rateLimiterFlexible.updateMany({ data: { points: RATE.requests } });
    const { status, headers, json } = await editor.call(getMeOperation);
    expect({ status, json }).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(headers.get('RateLimit')).toMatch(/r=0;/);
    await base.db.rateLimiterFlexible.updateMany({ data: { expire: new Date(Date.now() - 1) } });
    expect((await editor.call(getMeOperation)).status).toBe(200);
  });

  it('counts requests at once each for itself', async () => {
    const key = `test:${randomUUID()}`;
    await Promise.all(Array.from({ length: 40 }, () => countRequest(base.db, key)));
    expect(await base.db.rateLimiterFlexible.findUnique({ where: { key: `${RATE.name}:${key}` } })).toMatchObject({
      points: 40,
    });
  });

  it('counts who is nobody by address, so that tokens are not tried without end', async () => {
    const from = (ip: string) => call(getMeOperation, 'fp_wrong', { headers: { 'X-Forwarded-For': ip } });
    await from('203.0.113.7');
    await base.db.rateLimiterFlexible.updateMany({ data: { points: RATE.requests } });
    expect((await from('203.0.113.7')).status).toBe(429);
    expect((await from('203.0.113.8')).status).toBe(401);
  });

  it('lets everything pass while the database is away, and only then', async () => {
    const away = createDb('postgres://nobody@127.0.0.1:1/none');
    expect(await countRequest(away, 'x')).toEqual({ allowed: true, headers: {} });
    await away.$disconnect();
  });
});
