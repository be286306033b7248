import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

/** The home's link to codes that nobody classified, and the number that it says. */
async function homeStep(page: Page): Promise<{ count: number; href: string }> {
  await page.goto('/');
  const link = page.getByRole('main').getByRole('link', { name: /个未分类错误码待决定$/ });
  await expect(link).toBeVisible();
  const count = Number((await link.innerText()).replace(/\D/g, ''));
  return { count, href: (await link.getAttribute('href')) ?? '' };
}

test.describe('codes that nobody classified, in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('from the home to one code, for all its nodes, published; and the home has one thing less', async ({ page }) => {
    test.setTimeout(120_000);
    const before = await homeStep(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /个未分类错误码待决定$/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: '未分类错误码' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `${before.count} 个错误码` })).toBeVisible();

    const row = page.getByRole('row').filter({ hasText: 'PSP-4093' });
    await expect(row.getByRole('link', { name: '查看错误码 PSP-4093 的 33 次失败' })).toBeVisible();
    await row.getByRole('link', { name: 'PSP-4093', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'PSP-4093' })).toBeVisible();
    await expectNoAxeViolations(page);

    const decide = page.getByRole('region', { name: '作出决定' });
    await decide.getByRole('button', { name: '查看改动' }).click();
    await expect(decide.getByRole('alert')).toHaveText('请先说明这是哪一类失败。');
    await decide.getByRole('radio', { name: /^暂时性失败/ }).check();
    const effect = decide.getByRole('region', { name: '会改变什么' });
    await expect(effect).toContainText(/近 30 天有 \d+ 次节点执行本会再次尝试，而不是直接转人工/);
    await expect(effect).toContainText('向商户付款');
    await decide.getByLabel('原因').fill('支付平台稍后会自行恢复');
    await decide.getByRole('button', { name: '查看改动' }).click();

    await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: '发布 3 个节点' }).click();
    await page.getByRole('button', { name: '发布并写回' }).click();
    await expect(page.getByRole('main').getByText('已发布 3 个节点。')).toBeVisible({ timeout: 60_000 });

    await page.getByRole('link', { name: '错误码 PSP-4093' }).click();
    await expect(page.getByRole('heading', { level: 2, name: '全部已决定' })).toBeVisible();
    await expect(page.getByRole('table', { name: '出现过这个错误码的节点' }).getByText('暂时性')).toHaveCount(3);
    expect((await homeStep(page)).count).toBe(before.count - 1);
  });

  test('what has no code says what helps instead', async ({ page }) => {
    await page.goto('/unclassified?q=无错误码');
    await page.getByRole('row').nth(1).getByRole('link', { name: '无错误码', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '没有错误码的失败' })).toBeVisible();
    await expect(page.getByRole('main').getByText('没有错误码的失败，规则无法指明')).toBeVisible();
    await expect(page.getByRole('button', { name: '查看改动' })).toHaveCount(0);
  });
});

test.describe('codes that nobody classified', () => {
  test('sorts, searches and takes away just what it shows', async ({ page }) => {
    await page.goto('/unclassified');
    const table = page.getByRole('table', { name: 'Error codes that nobody classified' });
    await table.getByRole('button', { name: 'Error code' }).click();
    await expect(page).toHaveURL(/sort=code/);
    await page.getByRole('textbox', { name: 'Search codes' }).fill('E_LEGACY');
    await expect(page).toHaveURL(/q=E_LEGACY/);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ codes?$/ })).toBeVisible();
    const shown = await table.getByRole('rowheader').allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0]?.replaceAll('"', ''))).toEqual(shown);

    await page.getByRole('textbox', { name: 'Search codes' }).fill('nothing of the kind');
    await expect(page.getByRole('heading', { name: 'No such code' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/unclassified\?sort=code$/);
  });

  test('is reached from the failures and the palette', async ({ page }) => {
    await page.goto('/failures?class=unclassified&q=E_LEGACY_17');
    await page.getByRole('link', { name: 'Unclassified: decide what E_LEGACY_17 is' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'E_LEGACY_17' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('unclassified');
    await page.getByRole('option', { name: 'Unclassified codes' }).click();
    await expect(page).toHaveURL(/\/unclassified$/);
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('sees all of it and decides nothing', async ({ page }) => {
    await page.goto('/unclassified/code?code=E_LEGACY_17');
    await expect(page.getByRole('main').getByText('You may look, but not decide: that is for editors.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Look at the change' })).toHaveCount(0);
  });
});
