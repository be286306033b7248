import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

/** How many thresholds the list says that it holds. */
async function held(page: Page): Promise<number> {
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /[\d,]+ thresholds?$/ });
  await expect(status).toBeVisible();
  return Number(/([\d,]+) thresholds?$/.exec(await status.innerText())?.[1]?.replace(/\D/g, ''));
}

/** What the home says is to be decided; 0 where it does not say so. */
async function onHome(page: Page): Promise<number> {
  await page.goto('/?for=all');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const step = page.getByRole('main').getByRole('link', { name: /thresholds? to decide$/ });
  if ((await step.count()) === 0) return 0;
  return Number(/^[\d,]+/.exec(await step.innerText())?.[0].replace(/\D/g, ''));
}

test.describe('thresholds', () => {
  test('one is taken with one click: the draft has it, the home has one less, and it can be undone', async ({
    page,
    db,
  }) => {
    const before = await onHome(page);
    expect(before).toBeGreaterThan(1);
    await page.getByRole('link', { name: /thresholds? to decide$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Thresholds' })).toBeVisible();
    expect(await held(page)).toBe(before);
    await expectNoAxeViolations(page);

    const table = page.getByRole('table', { name: 'Thresholds by node and error code' });
    const take = table.getByRole('button', { name: /^Take .* into the draft$/ }).first();
    const [, number = '', code = '', node = ''] =
      /^Take ([\d,]+) a day for (.+) on (.+) into the draft$/.exec((await take.getAttribute('aria-label')) ?? '') ?? [];
    const published = await db.node.findFirstOrThrow({ where: { name: node, measured: { isNot: null } } });
    await take.click();
    const notice = page.getByRole('region', { name: '1 threshold taken into a draft' });
    await expect(notice.getByRole('heading')).toBeFocused();
    expect(await held(page)).toBe(before - 1);
    await expectNoAxeViolations(page);

    const draft = await db.nodeDraft.findUniqueOrThrow({
      where: { nodeRowId: published.id },
      include: { node: true },
    });
    expect(draft.document).toMatchObject({
      alert: {
        thresholds: expect.arrayContaining([
          expect.objectContaining({
            ...{ code: code === 'all codes together' ? '*' : code, failures: Number(number.replace(/\D/g, '')) },
            ...{ window: '1d', threshold_source: 'measured' },
          }),
        ]),
      },
    });
    expect(draft.node.config).toEqual(published.config);
    expect(await onHome(page)).toBe(before - 1);

    await page.goto('/thresholds?show=drafted');
    await page.getByRole('link', { name: `The draft of ${node} has it: publish it there` }).click();
    await expect(page).toHaveURL(`/nodes/${draft.nodeRowId}`);
    await db.nodeDraft.delete({ where: { nodeRowId: draft.nodeRowId } });
  });

  test('several are taken by keyboard, and taken back', async ({ page, db }) => {
    await page.goto('/thresholds');
    const before = await held(page);
    const drafts = await db.nodeDraft.count();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Actions for the selected thresholds' });
    await expect(bar).toContainText('2 thresholds selected');
    await bar.getByRole('button', { name: 'Take into drafts' }).click();
    const notice = page.getByRole('region', { name: '2 thresholds taken into drafts' });
    await expect(notice).toBeVisible();
    await expect.poll(() => held(page)).toBe(before - 2);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(notice.getByRole('status')).toContainText('thrown away again');
    await expect.poll(() => held(page)).toBe(before);
    expect(await db.nodeDraft.count()).toBe(drafts);
  });

  test('a draft of somebody else is left alone, and said', async ({ page, db }) => {
    await page.goto('/thresholds?sort=node');
    const table = page.getByRole('table', { name: 'Thresholds by node and error code' });
    const take = table.getByRole('button', { name: /^Take .* into the draft$/ }).first();
    const [, name = ''] = / on (.+) into the draft$/.exec((await take.getAttribute('aria-label')) ?? '') ?? [];
    const node = await db.node.findFirstOrThrow({ where: { name, measured: { isNot: null } } });
    const draft = { nodeRowId: node.id, baseVersion: node.version, base: {}, document: { owner: 'night' } };
    await db.nodeDraft.create({ data: { ...draft, updatedBy: 'Somebody Else' } });
    await take.click();
    const notice = page.getByRole('region', { name: 'Nothing was taken' });
    await expect(notice).toContainText('left alone: Somebody Else is writing on its draft');
    expect((await db.nodeDraft.findUniqueOrThrow({ where: { nodeRowId: node.id } })).document).toEqual({
      owner: 'night',
    });
    await db.nodeDraft.delete({ where: { nodeRowId: node.id } });
  });

  test('filters stand in the address, and the download has the same rows', async ({ page }) => {
    await page.goto('/thresholds');
    await page.getByRole('button', { name: /^Enough history now/ }).click();
    await expect(page).toHaveURL(/show=ripe/);
    const rows = await held(page);
    const link = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const answer = await page.request.get(link ?? '');
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines.length - 1).toBe(rows);
    expect(lines[0]).toContain('Suggestion (a day)');
    await page.goto('/thresholds?q=no-such-node');
    await expect(page.getByRole('main').getByText('No threshold matches these filters.')).toBeVisible();
    await page.goto('/thresholds?show=short');
    await expect(page.getByRole('main').getByText(/^Last measured on/)).toBeVisible();
  });

  test('minimum sample and window are set on the page of sources, with limits said at their place', async ({
    page,
    db,
  }) => {
    await page.goto('/sources');
    const form = page.getByRole('form', { name: 'Thresholds' });
    await form.getByLabel('Window, in whole days').fill('6');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toContainText('A whole number of days from 7 to 90.');
    await expect(form.getByLabel('Window, in whole days')).toHaveValue('6');
    await form.getByLabel('Window, in whole days').fill('14');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. The worker measures the nodes of this source again.')).toBeVisible();
    expect(await db.source.findUniqueOrThrow({ where: { key: 'own' } })).toMatchObject({ thresholdDays: 14 });
    await expect
      .poll(() => db.thresholdState.count({ where: { windowDays: { not: 14 } } }), { timeout: 60_000 })
      .toBe(0);
  });
});

test.describe('for who only reads', () => {
  test.use({ role: 'viewer' });
  test('the list is there, and nothing to take', async ({ page }) => {
    await page.goto('/thresholds');
    expect(await held(page)).toBeGreaterThan(0);
    await expect(page.getByRole('main').getByRole('button', { name: /^Take|^Measure/ })).toHaveCount(0);
  });
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });
  test('a threshold is taken', async ({ page }) => {
    await page.goto('/thresholds');
    await expect(page.getByRole('heading', { level: 1, name: '阈值' })).toBeVisible();
    await expectNoAxeViolations(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await page
      .getByRole('table', { name: '按节点和错误码列出的阈值' })
      .getByRole('button', { name: /写入草稿$/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: '1 条阈值已写入草稿' })).toBeVisible();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(page.getByRole('main').getByText('已丢弃 1 份草稿。')).toBeVisible();
  });
});
