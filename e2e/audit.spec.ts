import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db } from '@/lib/db/client';
import { importWorkflow } from '@/lib/workflows/import';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';

const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const text = (key: string) => `format: failpath/v1
workflow: ${key}
name: Audit trial ${key}
owner: payments-ops
nodes:
  - id: weigh
    name: Weigh the parcel
    type: http
    actions:
      - { id: scale, kind: http, idempotent: true }
    retry: { maxAttempts: 3, backoff: exponential, initialInterval: 5s, maxInterval: 1m, retryOn: [timeout] }
    onExhausted: { action: manual, record: ${RECORD} }
`;

test('what is published stands in the audit with both sides, can be found there, and taken away', async ({
  page,
  db,
}) => {
  const { workflowId, nodeRowId } = await bring(db, 'weighing');
  const node = new NodePage(page, 'en');
  await page.goto(`/nodes/${nodeRowId}`);
  await node.tries.fill('4');
  await node.draftIsSaved();
  await node.publish();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const entries = entriesOf(page, 'What was done, newest first');
  const newest = entries.first();
  await expect(newest).toContainText('Published policies');
  await expect(newest).toContainText('Node: weigh');
  await expect(newest).toContainText('as version 2');
  await expect(newest).toContainText('Administrator');
  await newest.getByText('Before and after').click();
  const lines = newest.getByRole('region', { name: /Published policies: Audit trial weighing/ });
  await expect(lines.getByRole('row').filter({ hasText: 'removed' }).filter({ hasText: 'maxAttempts' })).toContainText(
    'maxAttempts: 3',
  );
  await expect(lines.getByRole('row').filter({ hasText: 'added' }).filter({ hasText: 'maxAttempts' })).toContainText(
    'maxAttempts: 4',
  );
  await expectNoAxeViolations(page);

  await page.getByLabel('Action').selectOption('Imported a workflow');
  await page.getByLabel('Words').fill('weighing');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/what=workflow\.import/);
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(LOCAL_OWNER.name);
  await entries.getByRole('link', { name: 'Everything about Audit trial weighing' }).click();
  await expect(page).toHaveURL(new RegExp(`id=${workflowId}`));
  await expect(entries).toHaveCount(2);
  const csv = await download(page);
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('policy.publish');
  expect(csv).toContain('""maxAttempts"":4');

  await page.getByLabel('Words').fill('no such thing anywhere');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(entries.first()).toContainText('Published policies');
  await newest.getByRole('link', { name: 'Audit trial weighing', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/workflows/${workflowId}`));
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('every entry is told in words, and its sides are folded away', async ({ page, db }) => {
    await bring(db, 'chengzhong');
    await page.goto('/audit');
    await expect(page.getByRole('heading', { level: 1, name: '审计' })).toBeVisible();
    const newest = entriesOf(page, '操作记录，从新到旧').first();
    await expect(newest).toContainText('导入了工作流');
    await expect(newest).toContainText('由 Failpath 自身');
    await newest.getByText('创建时的内容').click();
    await expect(newest.getByRole('region')).toContainText('chengzhong.yaml');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
  });
});

test.describe('as an editor', () => {
  test.use({ role: 'editor' });

  test('the audit is not offered, and not given away', async ({ page }) => {
    await page.goto('/groups');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link', { name: 'Owner groups' })).toBeVisible();
    await expect(navigation.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    expect((await page.request.get('/api/v1/audit.csv')).status()).toBe(403);
  });
});

function entriesOf(page: Page, name: string) {
  return page.getByRole('list', { name }).getByRole('listitem');
}

async function bring(db: Db, key: string): Promise<{ workflowId: string; nodeRowId: string }> {
  const ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  const content = Buffer.from(text(key)).toString('base64');
  const imported = await importWorkflow(ctx, { fileName: `${key}.yaml`, content });
  if (!imported.ok) throw new Error(imported.error.reason);
  const { workflowId } = imported.value;
  const { id } = await db.node.findFirstOrThrow({ where: { workflowId } });
  return { workflowId, nodeRowId: id };
}

async function download(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Download as CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path(), 'utf8');
}
