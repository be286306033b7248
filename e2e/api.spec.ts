import type { APIRequestContext } from '@playwright/test';
import type { Role, Scope } from '@/lib/accounts/permissions';
import { OPERATIONS } from '@/lib/api/operations';
import type { Db } from '@/lib/db/client';
import { createToken } from '@/lib/people/token-commands';
import { expect, test } from './fixtures';

const SCOPES: readonly Scope[] = ['read', 'import', 'policy', 'groups', 'history'];

/** What a program sends: a token of the example person of a role. */
async function asProgram(db: Db, role: Role, scopes: readonly Scope[] = SCOPES): Promise<Record<string, string>> {
  const { id, name } = await db.user.findFirstOrThrow({ where: { role } });
  const actor = { id, name, role, groups: [], via: 'session' } as const;
  const input = { name: 'journey', scopes: [...scopes], expiresInDays: 1 };
  const made = await createToken({ db, actor, now: new Date() }, input);
  if (!made.ok) throw new Error(made.error.reason);
  return { Authorization: `Bearer ${made.value.token}` };
}

async function chargeCard(db: Db) {
  return db.node.findFirstOrThrow({
    where: { nodeId: 'charge-card', workflow: { key: 'order-fulfilment' } },
    select: { id: true, version: true, workflowId: true },
  });
}

async function definition(request: APIRequestContext, headers: Record<string, string>, id: string): Promise<string> {
  return (await request.get(`/api/v1/workflows/${id}/export`, { headers })).text();
}

test('a program publishes on the version that it saw; on a stale one nothing changes', async ({ request, db }) => {
  const headers = await asProgram(db, 'administrator');
  const { id, workflowId } = await chargeCard(db);
  const before = await definition(request, headers, workflowId);
  const policy = await request.get(`/api/v1/nodes/${id}/policy`, { headers });
  const seen = policy.headers().etag ?? '';
  const { document } = await policy.json();
  const data = { document: { ...document, retry: { ...document.retry, maxAttempts: 2 } }, note: 'from a pipeline' };

  expect((await request.put(`/api/v1/nodes/${id}/policy`, { headers, data })).status()).toBe(428);
  const stale = await request.put(`/api/v1/nodes/${id}/policy`, { headers: { ...headers, 'If-Match': '"999"' }, data });
  expect(stale.status()).toBe(412);
  expect(stale.headers()['content-type']).toContain('application/problem+json');
  expect(await stale.json()).toMatchObject({ code: 'precondition_failed', status: 412 });
  expect(await definition(request, headers, workflowId)).toBe(before);

  const published = await request.put(`/api/v1/nodes/${id}/policy`, {
    headers: { ...headers, 'If-Match': seen },
    data,
  });
  expect(published.status(), await published.text()).toBe(200);
  expect(await published.json()).toMatchObject({ changed: true });
  expect(await definition(request, headers, workflowId)).not.toBe(before);
  const late = await request.put(`/api/v1/nodes/${id}/policy`, { headers: { ...headers, 'If-Match': seen }, data });
  expect(late.status()).toBe(412);
});

test('nobody gets in without a token, and a token does no more than it was made for', async ({ request, db }) => {
  const nobody = await request.get('/api/v1/workflows');
  expect(nobody.status()).toBe(401);
  expect(nobody.headers()['www-authenticate']).toContain('Bearer');
  const reader = await asProgram(db, 'administrator', ['read']);
  expect((await request.get('/api/v1/workflows', { headers: reader })).status()).toBe(200);
  const data = { slug: 'api-team', name: 'Team', members: [] };
  expect((await request.post('/api/v1/owner-groups', { headers: reader, data })).status()).toBe(403);
  expect(await db.ownerGroup.count({ where: { slug: 'api-team' } })).toBe(0);
  const me = await request.get('/api/v1/me', { headers: reader });
  expect(await me.json()).toMatchObject({ via: 'token', token: { scopes: ['read'] } });
  expect(me.headers()['ratelimit-policy']).toMatch(/^"api";q=\d+;w=\d+$/);
});

test('run steps come in, a large batch at once and each only once', async ({ request, db }) => {
  const headers = await asProgram(db, 'editor', ['history']);
  const occurredAt = new Date().toISOString();
  const step = { workflowId: 'order-fulfilment', nodeId: 'charge-card', status: 'succeeded', occurredAt };
  const steps = Array.from({ length: 10_000 }, (_, index) => ({
    ...step,
    runId: `api-${index}`,
    errorMessage: 'a message as long as messages of real services are, so that the batch weighs something '.repeat(4),
  }));
  const send = () => request.post('/api/v1/run-steps', { headers, data: { steps } });
  expect(await (await send()).json()).toMatchObject({ accepted: 10_000, duplicates: 0, errors: [] });
  expect(await (await send()).json()).toMatchObject({ accepted: 0, duplicates: 10_000, errors: [] });
  expect(await db.workflowRunStep.count({ where: { runId: { startsWith: 'api-' } } })).toBe(10_000);
});

test('the page of the interface shows every operation and leads to the document', async ({ page }) => {
  await page.goto('/nodes');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Interface for programs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interface for programs' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  await expect(page.locator('#publishPolicy')).toContainText('/api/v1/nodes/{id}/policy');
  const shown = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(shown).toEqual(expect.arrayContaining(OPERATIONS.map(({ id }) => id)));
  const href = await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href');
  const document = await (await page.request.get(href ?? '')).json();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
});
