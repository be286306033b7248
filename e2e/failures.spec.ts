import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { FailuresPage } from './pages/failures.page';

/** The figure of a link, and the figure on top of the rows that it opens. */
async function followFigure(page: Page, link: ReturnType<Page['getByRole']>): Promise<{ said: number; found: number }> {
  const said = Number((await link.innerText()).replace(/\D/g, ''));
  await link.click();
  await page.waitForURL(/\/failures\/rows\?/);
  const heading = page.getByRole('heading', { level: 1, name: /^\d/ });
  const found = Number((await heading.innerText()).replace(/\D/g, ''));
  return { said, found };
}

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
    await expect(failures.totals.getByRole('term')).toHaveText([
      ...['Failed attempts', 'Executions that failed', 'Final failures', 'Recovered by retry'],
    ]);
    await expect(failures.totals).toContainText('the last attempt failed, nothing came after it');

    await failures.showFiguresByDay();
    expect([30, 31, 32]).toContain(await failures.figuresByDay.getByRole('rowheader').count());
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

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await failures.chooseOwner('No owner');
    await expect(page).toHaveURL(/owner=-/);
    await expect(failures.table.getByRole('row').filter({ hasNotText: 'No owner' })).toHaveCount(1);
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

  test('of a period and of a day: every number opens its rows, which can be taken away', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await failures.choosePeriod(/^90 days$/);
    await expect(page).toHaveURL(/period=90/);
    await expect(page.getByText(/^History here begins on/)).toBeVisible();

    // By keyboard as by pointer: the days of the table are links.
    await failures.showFiguresByDay();
    await page.getByRole('listitem').filter({ hasText: 'failed attempts' }).getByRole('link').first().press('Enter');
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
    await expect(failures.chart).toHaveAccessibleName(/on 24 hours/);
    for (const name of [/^Final failures$/, /^Recovered by retry$/, /^Failed attempts$/]) {
      const { said, found } = await followFigure(page, failures.total(name));
      expect(found).toBe(said);
      await page.goBack();
    }
    const { said, found } = await followFigure(page, failures.table.getByRole('link', { name: /failed$/ }).first());
    expect(found).toBe(said);
    await expectNoAxeViolations(page);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^failures-failed_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\ufeffWhen,Workflow,')).toBe(true);

    await page.goBack();
    await page.getByRole('button', { name: /^Show the whole period again/ }).click();
    await expect(page).not.toHaveURL(/day=/);
  });

  test('a stroke over the chart that ends beside it chooses up to the last day', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await expect.poll(() => failures.bars.count()).toBeGreaterThan(100);
    const days = failures.chart.locator('[data-bar]');
    const from = await days.nth(-4).boundingBox();
    const chart = await failures.chart.boundingBox();
    if (!from || !chart) throw new Error('There is no chart.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width + 10, from.y + from.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/period=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
    await expect(failures.chart).toHaveAccessibleName(/on 4 days/);
  });

  test('says what is wrong with a period, and shows the last 30 days', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await failures.chooseDays('2026-03-05', '2026-03-01');
    await expect(page.getByText(/^The period would end on .* before it begins/)).toBeVisible();
    await failures.open('?period=2026-02-31..2026-03-05');
    await expect(page.getByText('There is no day 2026-02-31.')).toBeVisible();
    await expect(failures.table).toBeVisible();
  });
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('a business cycle is defined once, stepped through, and deleted @long', async ({ page }) => {
    const failures = new FailuresPage(page);
    await failures.open();
    await page.getByRole('button', { name: '定义业务周期' }).click();
    const dialog = page.getByRole('dialog', { name: '业务周期' });
    await dialog.getByLabel('名称').fill('月末结账');
    await dialog.getByLabel('第一天').fill('2026-01-25');
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expect(dialog.getByRole('listitem').first()).toContainText('本期');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: '新建并查看' }).click();

    await expect(page).toHaveURL(/period=cycle/);
    await expect(page.getByText(/^月末结账：/)).toBeVisible();
    await page.getByRole('button', { name: '上一期' }).click();
    await expect(page).toHaveURL(/%3A-1/);
    await expect(page.getByRole('button', { name: '下一期' })).toBeEnabled();

    await page.getByRole('button', { name: '管理周期' }).click();
    await dialog.getByRole('button', { name: '新建周期' }).click();
    await dialog.getByLabel('名称').fill('月末结账');
    await dialog.getByRole('button', { name: '新建并查看' }).click();
    await expect(dialog.getByText('已有同名的业务周期。')).toBeVisible();
    await dialog.getByRole('button', { name: '返回' }).click();

    await dialog.getByRole('button', { name: '删除' }).click();
    await dialog
      .getByRole('group', { name: /^删除“月末结账”/ })
      .getByRole('button', { name: '删除' })
      .click();
    await expect(dialog.getByText('还没有业务周期。')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('链接中的业务周期已不存在，现显示近 30 天。')).toBeVisible();
  });
});
