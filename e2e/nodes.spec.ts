import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodesPage } from './pages/nodes.page';

test.describe('the list of nodes', () => {
  test('quick hands: search, clear, move, open, and back', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open();
    await expect(page.getByRole('columnheader', { name: /^Failures/ })).toHaveAttribute('aria-sort', 'descending');
    await expectNoAxeViolations(page);

    await page.keyboard.press('s');
    await expect(nodes.search).toBeFocused();
    await page.keyboard.type('charge the card', { delay: 30 });
    await expect(page).toHaveURL(/[?&]q=charge\+the\+card/);
    await expect(nodes.status).toHaveText(/^\d nodes?$/);
    await expect(nodes.names.first()).toHaveText('Charge the card');
    await expect(nodes.search).toBeFocused();
    await expect(nodes.search).toHaveValue('charge the card');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/nodes$/);
    await expect(nodes.search).toHaveValue('');
    await expect(nodes.names.nth(1)).toBeVisible();

    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(nodes.names.first()).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await expect(nodes.names.nth(1)).toBeFocused();
    const name = await nodes.names.nth(1).innerText();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/nodes\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await page.goBack();
    await expect(nodes.names.nth(1)).toHaveText(name);
  });

  test('filters combine, say what they would leave, and travel by link', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open();
    const noOwner = nodes.chip(/^No owner/);
    const promised = Number((await noOwner.innerText()).replace(/\D/g, ''));
    expect(promised).toBeGreaterThan(0);
    await noOwner.click();
    await expect(nodes.status).toHaveText(`${promised} nodes`);
    await expect(nodes.names).toHaveCount(promised);
    await expect(nodes.table.getByRole('cell', { name: 'No owner', exact: true })).toHaveCount(promised);

    await nodes.chip(/^Failing/).click();
    await expect(page).toHaveURL(/show=failing\.no_owner/);
    await page.reload();
    await expect(noOwner).toHaveAttribute('aria-pressed', 'true');
    await expect(nodes.chip(/^Failing/)).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(nodes.chip(/^Failing/)).toHaveAttribute('aria-pressed', 'false');
    await expect(nodes.names).toHaveCount(promised);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/nodes$/);
  });

  test('sorts by a column, and pages', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open();
    await page.getByRole('button', { name: 'Node', exact: true }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByRole('columnheader', { name: 'Node', exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(nodes.names).toHaveCount(50);
    const first = await nodes.names.first().innerText();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(nodes.names.first()).not.toHaveText(first);
    await page.getByRole('button', { name: 'Node', exact: true }).click();
    await expect(page).not.toHaveURL(/page=/);
    await expect(page).toHaveURL(/order=desc/);
  });

  test('keeps filters, order and columns as a view, and says when the list has left it', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open();
    await expect(nodes.row('Charge the card').getByRole('img', { name: /^Failed attempts by day/ })).toBeVisible();
    await nodes.chip(/^Failing/).click();
    await nodes.toggleColumn('Trend');
    await expect(page.getByRole('columnheader', { name: /^Trend/ })).toHaveCount(0);
    await expect(page).toHaveURL(/cols=/);
    await nodes.saveView('Night shift');
    await expect(page).toHaveURL(/view=/);
    await expect(nodes.views).toHaveAccessibleName('View: Night shift');

    // The columns are remembered, the filters belong to the view.
    await nodes.open();
    await expect(page.getByRole('columnheader', { name: /^Rate/ })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /^Trend/ })).toHaveCount(0);
    await nodes.toggleColumn('Trend');
    await nodes.views.click();
    await page.getByRole('link', { name: 'Open view Night shift' }).click();
    await expect(nodes.chip(/^Failing/)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('columnheader', { name: /^Trend/ })).toHaveCount(0);
    await expect(nodes.views).toHaveAccessibleName('View: Night shift');

    await nodes.chip(/^No owner/).click();
    await expect(nodes.views).toHaveAccessibleName('View: Night shift changed');
    await nodes.views.click();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save changes to “Night shift”' }).click();
    await expect(nodes.views).toHaveAccessibleName('View: Night shift');
    await nodes.views.click();
    await page.getByRole('button', { name: 'Rename Night shift' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('Day shift');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Open view Day shift' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete Day shift' }).click();
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No view saved yet.')).toBeVisible();
  });

  test('Back leads to the same rows, also after Forward', async ({ page }) => {
    const nodes = new NodesPage(page);
    const bar = page.getByRole('button', { name: 'Review and publish' });
    await nodes.open();
    await nodes.names.nth(30).click();
    await expect(bar).toBeVisible();
    await page.goBack();
    await expect(nodes.heading).toBeVisible();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    for (let times = 0; times < 2; times++) {
      await page.goForward();
      await expect(bar).toBeVisible();
      // The page asks what is kept now; the list must not be thrown away by that.
      await page.waitForLoadState('networkidle');
      await page.goBack();
      await expect(nodes.heading).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await scrolled()).toBe(before);
    }
  });

  test('a node or group that is not there answers so', async ({ page }) => {
    for (const path of [
      '/nodes/no-id',
      `/nodes/${crypto.randomUUID()}`,
      '/groups/no-id',
      `/groups/${crypto.randomUUID()}`,
    ])
      expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('says what to do when nothing matches', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open('?q=nothing-is-called-like-this&sort=colour&page=-4');
    await expect(page.getByRole('heading', { name: 'No node matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(nodes.names.first()).toBeVisible();
    await expect(nodes.search).toHaveValue('');
  });
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('shows each node as a card, and nothing scrolls sideways', async ({ page }) => {
    const nodes = new NodesPage(page);
    await nodes.open();
    await expect(nodes.names.first()).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    await expect(nodes.table.getByRole('cell').filter({ hasText: '失败次数' }).first()).toBeVisible();
    await nodes.chip(/^缺归属组/).click();
    await expect(page).toHaveURL(/show=no_owner/);
    await expect(nodes.status).toHaveText(/\d+ 个节点$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectNoAxeViolations(page);
  });
});
