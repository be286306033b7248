import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

function paletteOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^(Find anything|快速查找)$/ });
  return {
    dialog,
    field: dialog.getByRole('combobox'),
    group: (name: string) => dialog.getByRole('group', { name }),
    option: (name: string | RegExp) => dialog.getByRole('option', { name }),
    active: dialog.getByRole('option', { selected: true }),
  };
}

/** A page that has only just come may not listen yet: asked again until the palette is there. */
async function openPalette(page: Page, ask: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await ask();
    await expect(paletteOf(page).field).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

test('the palette finds nodes, workflows, codes, groups and pages from the keyboard', async ({ page }) => {
  const { dialog, field, group, option, active } = paletteOf(page);
  await page.goto('/workflows');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();

  await openPalette(page, () => page.keyboard.press('/'));
  await expect(group('Pages').getByRole('option')).toContainText([
    'Nodes',
    'Failures',
    'Import',
    'Owner groups',
    'Audit',
  ]);
  await expectNoAxeViolations(page);
  await field.fill('charge the c');
  await expect(group('Nodes').getByRole('option').first()).toContainText('Charge the card');
  await expect(active).toContainText('Charge the card');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/nodes\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Charge the card');
  await expect(dialog).toHaveCount(0);

  await openPalette(page, () => page.keyboard.press('ControlOrMeta+k'));
  await field.fill('card_declined');
  await expect(group('Error codes, last 30 days').getByRole('option')).toContainText(['card_declined']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/failures\?q=card_declined/);

  await openPalette(page, () => page.keyboard.press('ControlOrMeta+k'));
  await field.fill('payments');
  await group('Owner groups').getByRole('option').first().click();
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]{36}/);

  await openPalette(page, () => page.keyboard.press('ControlOrMeta+k'));
  await field.fill('refunds');
  await expect(group('Workflows').getByRole('option')).toContainText(['Refunds']);
  await field.fill('nothing is called like this');
  await expect(dialog.getByText('Nothing is called like this.')).toBeVisible();
  await field.fill('import');
  await expect(option(/^Import/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('Enter opens what stands in the field, not what was found for the text before', async ({ page }) => {
  const { field, option, active } = paletteOf(page);
  await page.goto('/workflows');
  await openPalette(page, () => page.getByRole('button', { name: 'Find anything' }).click());
  await field.fill('charge the c');
  await expect(active).toContainText('Charge the card');

  await page.route('**/api/v1/search?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await field.fill('card_declined');
  await page.keyboard.press('Enter');
  await expect(option(/^Charge the card/)).toBeVisible();
  await expect(active).toHaveCount(0);
  await expect(page).toHaveURL(/\/failures\?q=card_declined/);
});

test('the palette says when the search does not work, and keeps its pages', async ({ page }) => {
  const { dialog, field, option, active } = paletteOf(page);
  await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/groups');
  await openPalette(page, () => page.getByRole('button', { name: 'Find anything' }).click());
  await field.fill('nodes');
  await expect(dialog.getByRole('alert')).toContainText('The search did not work.');
  await expect(option(/^Nodes/)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveCount(1);
  await page.unroute('**/api/v1/search?*');
  await field.fill('no');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('the palette opens by its button, and switches the language @long', async ({ page }) => {
    const { dialog, field, group, option } = paletteOf(page);
    await page.goto('/nodes');
    await openPalette(page, () => page.getByRole('button', { name: '快速查找' }).click());
    await field.fill('结算');
    await expect(group('节点').getByRole('option').first()).toBeVisible();
    await expectNoAxeViolations(page);
    await field.fill('english');
    await option('切换到 English').click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible();
  });
});
