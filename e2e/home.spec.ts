import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

/** The links of the next steps, with the count that each begins with or has in it. */
async function stepsOf(page: Page): Promise<{ words: string; href: string; count: number }[]> {
  const links = page.getByRole('main').getByRole('list').first().getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) =>
    all.map((link) => {
      const words = link.textContent ?? '';
      return {
        words,
        href: link.getAttribute('href') ?? '',
        count: Number(/[\d,]+/.exec(words)?.[0].replace(/\D/g, '')),
      };
    }),
  );
}

/** How many entries a list says that it holds, over all its pages. */
async function heldBy(page: Page, href: string): Promise<number> {
  await page.goto(href);
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d–, ]*(of )?[\d,]+ (nodes?|codes?|entry|entries|thresholds?)$/ });
  await expect(status).toBeVisible();
  return Number(/([\d,]+) \w+$/.exec(await status.innerText())?.[1]?.replace(/\D/g, ''));
}

/** Pages of what the printer gets. */
async function sheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test.describe('the home', () => {
  test('each step opens the list of just what it counts', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'What to do next' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    // An administrator of no group: there is nothing to choose.
    await expect(page.getByRole('navigation', { name: 'Whose nodes' })).toHaveCount(0);
    await expectNoAxeViolations(page);
    const steps = await stepsOf(page);
    expect(steps.length).toBeGreaterThan(3);
    for (const { words, href, count } of steps) expect(await heldBy(page, href), words).toBe(count);
  });

  test('by keyboard: the first step, and a day that opens its failures', async ({ page }) => {
    await page.goto('/');
    const first = page.getByRole('main').getByRole('list').first().getByRole('link').first();
    const href = (await first.getAttribute('href')) ?? '';
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(({ pathname, search }) => pathname + search === href);

    await page.goto('/');
    const day = page.getByRole('table', { name: 'Failed attempts by day' }).getByRole('link').nth(20);
    const name = (await day.getAttribute('aria-label')) ?? '';
    const count = Number(/: ([\d,]+) failure/.exec(name)?.[1]?.replace(/\D/g, '') ?? 0);
    expect(count).toBeGreaterThan(0);
    await day.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/failures\?day=\d{4}-\d\d-\d\d$/);
    const totals = page.getByRole('definition').first();
    await expect(totals).toContainText(count.toLocaleString('en'));
  });

  test('coverage by group and by workflow leads to the nodes, and can be taken away', async ({ page }) => {
    await page.goto('/');
    const groups = page.getByRole('table', { name: 'By owner group' });
    const row = groups.getByRole('row').filter({ hasText: 'Payments operations' });
    const link = row.getByRole('link', { name: /^Payments operations: Incomplete, \d+$/ });
    const count = Number(await link.innerText());
    expect(await heldBy(page, (await link.getAttribute('href')) ?? '')).toBe(count);

    await page.goto('/');
    const workflows = page.getByRole('table', { name: 'By workflow' });
    await expect(workflows.getByRole('rowheader').first()).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Coverage as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^coverage_\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('owner group,Payments operations,payments-ops,');
    expect(text).toContain('workflow,Order fulfilment,');
  });

  test('is one sheet of paper', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('table', { name: 'By workflow' })).toBeVisible();
    expect(await sheets(page)).toBe(1);
  });
});

test.describe('somebody with groups', () => {
  test.use({ role: 'editor' });

  test('sees what their groups have to do first, and everything when they ask', async ({ page }) => {
    await page.goto('/');
    const whose = page.getByRole('navigation', { name: 'Whose nodes' });
    await expect(whose.getByRole('link', { name: 'My groups' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText(/^Nodes of .+ and .+ · figures/)).toBeVisible();
    const mine = await stepsOf(page);
    for (const { words, href, count } of mine) expect(await heldBy(page, href), words).toBe(count);
    const group = mine.find(({ href }) => href.startsWith('/nodes') && href.includes('group=%7E'));
    await page.goto(group?.href ?? '');
    await expect(page.getByRole('button', { name: /^My groups: / })).toHaveAttribute('aria-pressed', 'true');

    await page.goto('/');
    await whose.getByRole('link', { name: 'Everything' }).click();
    await expect(page).toHaveURL(/\?for=all$/);
    await expect(page.getByText(/^All nodes · figures/)).toBeVisible();
    const all = await stepsOf(page);
    const incomplete = (steps: typeof all) => steps.find(({ href }) => href.includes('incomplete'))?.count ?? 0;
    expect(incomplete(all)).toBeGreaterThan(incomplete(mine));
  });
});

test.describe('a viewer, in Chinese, on a phone in the dark', () => {
  test.use({ role: 'viewer', language: 'zh-CN', colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('finds the same, as wide as the phone', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: '接下来要做的事' })).toBeVisible();
    await expect(page.getByRole('table', { name: '每天的失败次数' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
    expect(await sheets(page)).toBe(1);
  });
});
