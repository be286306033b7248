import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

const row = (page: Page, code: string) =>
  page.locator('#classification').getByRole('listitem').filter({ hasText: code }).first();

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('a code is decided for all nodes: the effect is said first, and the node shows it', async ({ page, db }) => {
    const node = await db.node.findFirstOrThrow({
      where: { nodeId: 'issue-refund' },
    });
    await page.goto(`/nodes/${node.id}`);
    const code = row(page, 'PSP-4093');
    await expect(code.getByText('未分类', { exact: true })).toBeVisible();
    await code.getByRole('link', { name: '在错误码目录中为所有节点统一判定' }).click();

    await expect(page.getByRole('heading', { level: 1, name: '向目录添加错误码' })).toBeVisible();
    const form = page.getByRole('form', { name: '新错误码' });
    await expect(form.getByRole('textbox', { name: '错误码' })).toHaveValue('PSP-4093');
    await expect(form.getByText('请先填写错误码并选择含义')).toBeVisible();
    await form.getByRole('button', { name: '添加到目录' }).click();
    await expect(form.getByText('请选择含义。')).toBeVisible();
    await form.getByRole('radio', { name: /^终局性失败/ }).check();
    const effect = form.getByRole('region', { name: '会带来哪些变化' });
    await expect(effect.getByText(/个节点/).first()).toBeVisible();
    await effect.getByText('查看是哪些节点').first().click();
    await expect(effect.getByRole('link', { name: node.name }).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await form.getByRole('textbox', { name: '依据' }).fill('支付服务手册第 4 页');
    await form.getByRole('button', { name: '添加到目录' }).click();

    await expect(page).toHaveURL(/\/catalogue\?from=added$/);
    const added = page.getByRole('table', { name: '人工补充的错误码' });
    await expect(added.getByRole('row').filter({ hasText: 'PSP-4093' })).toContainText('支付服务手册第 4 页');
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    await page.goto(`/nodes/${node.id}`);
    await expect(code.getByText('终局性', { exact: true })).toBeVisible();
    await expect(code).toContainText('参考目录（同事补充）：终局性（PSP-4093；支付服务手册第 4 页）。');
  });
});

test('the catalogue is searched, refuses what it cannot hold, and says what a removal would change', async ({
  page,
}) => {
  await page.goto('/catalogue?q=ETIMEDOUT');
  await expect(page.getByRole('main').getByText(/“ETIMEDOUT” means timeout/)).toBeVisible();
  const builtIn = page.getByRole('table', { name: 'Built-in codes' });
  await expect(builtIn.getByRole('rowheader')).toHaveText(['timeout']);
  const filter = page.getByRole('form', { name: 'Narrow the catalogue' });
  await filter.getByRole('searchbox', { name: 'Search' }).fill('E_LEGACY_17');
  await filter.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Add “E_LEGACY_17”' }).click();

  const form = page.getByRole('form', { name: 'New error code' });
  const effect = form.getByRole('region', { name: 'What this changes' });
  const code = form.getByRole('textbox', { name: 'Error code' });
  await expect(code).toHaveValue('E_LEGACY_17');
  await code.fill('E_LEGACY_*');
  await form.getByRole('radio', { name: /^Transient/ }).check();
  await expect(effect.getByText(/A pattern cannot stand in the catalogue/)).toBeVisible();
  await code.fill('E_LEGACY_17');
  await expect(effect.getByText(/of the last 30 days|only once/).first()).toBeVisible();
  await form.getByRole('radio', { name: /^Another spelling/ }).check();
  await form.getByRole('combobox', { name: 'The code that it means' }).fill('503');
  await form.getByRole('textbox', { name: 'Who says so' }).fill('depot service, release notes 17');
  await expect(effect.getByText(/of the last 30 days|only once/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Add to the catalogue' }).click();

  const added = page.getByRole('table', { name: 'Codes that people added' });
  await expect(added.getByRole('row').filter({ hasText: 'E_LEGACY_17' })).toContainText('the same as http_503');
  await added.getByRole('link', { name: 'E_LEGACY_17' }).click();
  await page.getByRole('main').getByText('See what that would change').click();
  const removal = page.getByRole('region', { name: 'Remove from the catalogue' });
  await expect(removal.getByText(/nobody decides any more|instead of being retried/).first()).toBeVisible();
  await removal.getByRole('button', { name: 'Remove' }).click();
  await removal.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(page).toHaveURL(/\/catalogue$/);
  await expect(
    page.getByRole('main').getByText('Nobody has added a code yet.').or(page.getByRole('main').getByText('PSP-4093')),
  ).toBeVisible();
});

test.describe('somebody who may not change it', () => {
  test.use({ role: 'viewer' });

  test('reads it, and finds it from the glossary and the palette', async ({ page }) => {
    await page.goto('/glossary#catalogue');
    await page.getByRole('link', { name: 'Open: Catalogue of error codes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Catalogue of error codes' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Only administrators change it.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Add a code' })).toHaveCount(0);
    await page.goto('/catalogue/new');
    await expect(page.getByRole('form', { name: 'New error code' })).toHaveCount(0);
    await page.goto('/nodes?q=no-such-node');
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.getByRole('combobox', { name: /^Find a node/ }).fill('catalogue of');
    await page.getByRole('option', { name: 'Catalogue of error codes' }).click();
    await expect(page).toHaveURL(/\/catalogue$/);
  });
});
