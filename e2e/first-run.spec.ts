import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';

test.describe('somebody who was never here', () => {
  test.use({ firstVisit: true });

  test('is led from the list to the file, and finds the rule in it', async ({ page }) => {
    await page.goto('/');
    const guide = page.getByRole('region', { name: 'Guided first run' });
    await guide.getByRole('button', { name: 'Start' }).click();
    await expect(guide).toContainText('Step 1 of 7');
    await expect(page).toHaveTitle(/^Nodes/);
    await expectNoAxeViolations(page);
    const row = page.locator('[data-guided]');
    await expect(row).toHaveText('Book the parcel');
    await row.click();

    await expect(guide).toContainText('See how it fails');
    const node = new NodePage(page, 'en');
    await node.decide('E_LEGACY_17', 'person');
    await guide.getByRole('button', { name: 'Next' }).click();
    await guide.getByRole('button', { name: 'Next' }).click();
    await expect(guide).toContainText('Step 4 of 7');
    await page.getByRole('button', { name: node.words.standard }).click();
    const gate = page.getByRole('button', { name: node.words.safe });
    if (await gate.isVisible()) await gate.click();
    await guide.getByRole('button', { name: 'Next' }).click();
    await expect(node.side('words')).toContainText('3 times');
    await guide.getByRole('button', { name: 'Next' }).click();
    await node.publish();
    await expect(guide).toContainText('Step 7 of 7');
    await page.getByRole('link', { name: 'Take the file away' }).click();

    await expect(guide).toContainText('That was the whole path');
    await expect(page.getByRole('link', { name: 'Download order-fulfilment.failpath.yaml' })).toBeInViewport();
    await guide.getByRole('button', { name: 'Close' }).click();
    await expect(guide).toBeHidden();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').locator('a[href*="/export"]').first().click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const written = text.slice(text.indexOf('- id: book-parcel'), text.indexOf('- id: store-label'));
    expect(written).toContain('maxAttempts: 3');
    expect(written).toContain('E_LEGACY_17');
  });

  test.describe('in Chinese', () => {
    test.use({ language: 'zh-CN' });

    test('may skip the guide, is not asked again, and finds it under help', async ({ page }) => {
      await page.goto('/nodes');
      const guide = page.getByRole('region', { name: '新手引导' });
      await guide.getByRole('button', { name: '不用了' }).click();
      await page.reload();
      await expect(page.getByRole('table')).toBeVisible();
      await expect(guide).toBeHidden();
      await page.getByRole('button', { name: '帮助' }).click();
      await page.getByRole('menuitem', { name: '新手引导' }).click();
      await expect(guide).toContainText('第 1 步，共 7 步');
      await page.reload();
      await expect(guide).toContainText('第 1 步，共 7 步');
      await guide.getByRole('button', { name: '结束引导' }).click();
      await expect(guide).toBeHidden();
    });
  });
});

test('the glossary has the word, its example and its name in YAML', async ({ page }) => {
  await page.goto('/nodes');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Glossary' }).click();
  const field = page.getByRole('searchbox', { name: 'Find a word' });
  await field.fill('maxattempts');
  await expect(page.getByRole('term')).toHaveCount(1);
  await expect(page.getByRole('definition')).toContainText('the first try included');
  await field.fill('no such word');
  await expect(page.getByRole('status').filter({ hasText: 'No word like “no such word”' })).toBeVisible();
});
