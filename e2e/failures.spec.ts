import { expect, expectNoAxeViolations, test } from './fixtures';
import { FailuresPage } from './pages/failures.page';

test.describe('the failures', () => {
  test('by day in a chart, by node and code in a table, with the rule of each figure', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await expect.poll(() => failures.bars.count()).toBeGreaterThan(100);
    await expect(failures.chart).toHaveAccessibleName(/[\d,]+ failed attempts on 3[012] days/);
    await expect(failures.names).toHaveCount(50);
    const counts = await failures.figures(/^Failures/);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await expect(failures.rules.getByRole('term')).toContainText(['Failures', 'Executions', 'Rate', 'Final failures']);

    await page.getByText('Show the figures as a table').click();
    const days = page.getByRole('region', { name: 'Failed attempts by day and code' }).getByRole('rowheader');
    expect([30, 31, 32]).toContain(await days.count());
    await expectNoAxeViolations(page);
  });

  test('sorts, pages, narrows and travels by link', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await failures.table.getByRole('button', { name: 'Rate', exact: true }).click();
    await expect(page).toHaveURL(/sort=rate/);
    await expect(page.getByRole('columnheader', { name: /^Rate/ })).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page=2/);

    const promised = Number((await failures.chip(/^Unclassified/).innerText()).replace(/\D/g, ''));
    await failures.chip(/^Unclassified/).click();
    await expect(page).toHaveURL(/class=unclassified/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(failures.names).toHaveCount(Math.min(50, promised));

    await failures.chooseWorkflow('Order fulfilment');
    await expect(page).toHaveURL(/workflow=/);
    await expect(failures.table.getByRole('rowheader').filter({ hasNotText: 'Order fulfilment' })).toHaveCount(0);
    await page.reload();
    await expect(failures.chip(/^Unclassified/)).toHaveAttribute('aria-pressed', 'true');
    await expect(failures.table.getByRole('rowheader').filter({ hasNotText: 'Order fulfilment' })).toHaveCount(0);
  });

  test('finds a code, says when nothing matches, and leads to the node', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await failures.search.fill('no code');
    await expect(page).toHaveURL(/q=no\+code/);
    await expect(failures.table.getByRole('cell', { name: 'no code' }).first()).toBeVisible();

    await failures.search.fill('nothing-fails-like-this');
    await expect(page.getByRole('heading', { name: 'No failure matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all failures' }).click();
    await expect(page).toHaveURL(/\/failures$/);

    const name = await failures.names.first().innerText();
    await failures.names.first().click();
    await expect(page).toHaveURL(/\/nodes\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  });
});
