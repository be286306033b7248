import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { NodePage } from './pages/node.page';

const STRANGER = 'http://stranger.example';

test('every page says what it may load, with a nonce that is new each time', async ({ page }) => {
  const nonces = new Set<string>();
  for (const path of ['/nodes?q=parcel', '/failures?q=parcel', '/workflows', '/import', '/no-such-page']) {
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    for (const part of ["default-src 'self'", "'strict-dynamic'", "object-src 'none'", "base-uri 'none'"])
      expect(policy, path).toContain(part);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.match(/'unsafe-inline'/g), 'only style attributes').toHaveLength(1);
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers, 'the address is plain http').not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
  expect(nonces.size).toBe(5);
  expect(nonces).not.toContain('');
});

test('a script without the nonce does not run', async ({ browser, baseURL }) => {
  const { page, close } = await bystander(browser, baseURL);
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto('/sign-in');
  await page.evaluate(() => {
    const image = '<img src="/missing.png" alt="" onerror="window.name = 1">';
    document.body.insertAdjacentHTML('beforeend', image);
  });
  await expect.poll(() => blocked.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.name)).toBe('');
  await close();
});

test('what brings styles of its own has the nonce: editor, dialogs, menus, also after an action @long', async ({
  page,
  db,
}) => {
  const { id } = await db.node.findFirstOrThrow({
    where: { nodeId: 'charge-card', workflow: { key: 'order-fulfilment' } },
  });
  const node = new NodePage(page, 'en');
  await page.goto(`/nodes/${id}`);
  await node.showBoth();
  await expect(node.ownText).toHaveCSS('white-space', 'break-spaces');

  await page.goto('/groups/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Hardening Desk');
  await page.getByRole('button', { name: 'Make the group' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hardening Desk' })).toBeVisible();
  // The answer of the action came with another nonce; the document still has its own.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect.poll(() => scrollIsLocked(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => scrollIsLocked(page)).toBe(false);
});

test('a form on another site reaches no action and no route', async ({ browser, baseURL, db }) => {
  const { context, close } = await bystander(browser, baseURL);
  const groups = await db.ownerGroup.count();
  await context.route(`${STRANGER}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Win a prize</title><h1>Win a prize</h1>' }),
  );
  for (const path of ['/groups', '/import', '/api/v1/workflows', '/api/auth/sign-out']) {
    const page = await context.newPage();
    await page.goto(`${STRANGER}/`);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page.evaluate((action) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action, enctype: 'text/plain' });
      document.body.append(form);
      form.submit();
    }, new URL(path, baseURL).href);
    const response = await answered;
    expect(response.status(), path).toBe(403);
    expect(response.headers()['content-type']).toContain('application/problem+json');
  }
  expect(await db.ownerGroup.count()).toBe(groups);
  await close();
});

test('the page’s own requests pass, bodies over the limit do not', async ({ page }) => {
  await page.goto('/groups');
  const ask = (body: string) =>
    page.evaluate(async (text) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch('/api/v1/nodes/none/preview', { method: 'POST', headers, body: text });
      return response.status;
    }, body);
  expect([400, 404]).toContain(await ask('{}'));
  expect(await ask('x'.repeat(1024 * 1024 + 1))).toBe(413);
});

/** A browser without the checks of the fixture's page, which fails on whatever is blocked. */
async function bystander(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  return { context, page: await context.newPage(), close: () => context.close() };
}

/** Mantine's dialogs lock the page by a style element of their own. */
function scrollIsLocked(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.body).overflow === 'hidden');
}
