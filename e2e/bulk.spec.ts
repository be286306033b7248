import type { Page } from '@playwright/test';
import type { Db } from '@/lib/db/client';
import { expect, expectNoAxeViolations, test } from './fixtures';

test.describe('in English, by keyboard', () => {
  test('three nodes are chosen, given an owner and a silence, published, and put back', async ({ page, db }) => {
    const { id } = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
    const group = await db.ownerGroup.findFirstOrThrow({ orderBy: { slug: 'asc' } });
    await page.goto(`/nodes?workflow=${id}&sort=name`);
    const table = page.getByRole('table');
    await expect(table.getByRole('checkbox').first()).toBeVisible();
    const ids = await table
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-choice')));
    expect(ids.length).toBeGreaterThan(3);
    // j goes to a row, x chooses it, Shift with Space takes the rows between along.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(table.getByRole('checkbox').first()).toBeChecked();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+Space');
    const bar = page.getByRole('region', { name: 'Chosen nodes' });
    await expect(bar.getByRole('status')).toHaveText('3 nodes chosen');
    // The choice stays when the list is narrowed and when it is left.
    await page.goto('/nodes?q=no-such-node');
    await expect(bar.getByRole('status')).toHaveText('3 nodes chosen');
    await bar.getByRole('link', { name: 'Change them' }).click();

    const form = page.getByRole('form', { name: 'Change the chosen nodes' });
    await form.getByRole('button', { name: 'See what would change' }).click();
    await expect(form.getByRole('alert')).toContainText('Switch on what you want to change');
    await form.getByRole('checkbox', { name: 'Quiet time' }).check();
    await form.getByRole('textbox', { name: 'Quiet for' }).fill('5');
    await form.getByRole('combobox', { name: /Unit/ }).selectOption('s');
    await form.getByRole('button', { name: 'See what would change' }).click();
    await expect(form.getByText(/1 ?m/).first()).toBeVisible();
    await form.getByRole('textbox', { name: 'Quiet for' }).fill('3');
    await form.getByRole('combobox', { name: /Unit/ }).selectOption('h');
    await form.getByRole('checkbox', { name: 'Owner' }).check();
    await form.getByRole('combobox', { name: 'Owner group' }).click();
    await page.getByRole('option', { name: new RegExp(`^${group.name}`) }).click();
    await form.getByRole('button', { name: 'See what would change' }).click();

    await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One change for 3 nodes');
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.getByText('Would be published').first()).toBeVisible();
    const before = await configs(db, ids);
    const full = rows.getByRole('button', { name: /in full/ }).first();
    await full.click();
    await expect(
      page
        .getByRole('main')
        .getByText(/silence/)
        .first(),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: /^Publish \d nodes?$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('one owner, one silence');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('region', { name: 'How far it is' }).getByRole('status')).toContainText(
      /nodes? (is|are) published/,
    );
    await expect(rows.getByText('Published', { exact: true }).first()).toBeVisible();
    const after = await configs(db, ids);
    const changed = after.filter(({ alert }) => JSON.stringify(alert ?? null).includes('3h'));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every(({ owner }) => owner === group.slug)).toBe(true);

    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('region', { name: 'How far taking it back is' }).getByRole('status')).toContainText(
      'as they were before',
    );
    await expect(rows.getByText('Published as it was before').first()).toBeVisible();
    expect(await configs(db, ids)).toEqual(before);
    await page.goto('/nodes');
    await expect(page.getByRole('region', { name: 'Chosen nodes' })).toHaveCount(0);
  });

  test('who may not change anything sees no boxes', async ({ page, context, signIn }) => {
    await context.clearCookies();
    await signIn('viewer');
    await page.goto('/nodes');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0);
  });
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('all that match are chosen, kept as drafts and thrown away again', async ({ page, db }) => {
    await page.goto('/nodes?q=order');
    const table = page.getByRole('table');
    await table.getByRole('checkbox').first().check();
    const bar = page.getByRole('region', { name: '已选节点' });
    await bar.getByRole('button', { name: /选择本页全部/ }).click();
    await bar.getByRole('link', { name: '批量修改' }).click();
    const form = page.getByRole('form', { name: '修改所选节点' });
    await form.getByRole('checkbox', { name: '静默期' }).check();
    await form.getByRole('textbox', { name: '静默期' }).fill('90');
    await expectNoOverflow(page);
    await form.getByRole('button', { name: '查看会有什么变化' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('批量修改');
    const live = page.getByRole('region', { name: '各节点的预计结果' });
    await expect(live.getByRole('status')).toContainText('个节点会改变');
    await expectNoOverflow(page);
    await expectNoAxeViolations(page);
    const drafts = await db.nodeDraft.count();
    await live.getByRole('button', { name: /存为 \d+ 份草稿/ }).click();
    await expect(page.getByRole('region', { name: '处理进度' }).getByRole('status')).toContainText('尚未发布');
    expect(await db.nodeDraft.count()).toBeGreaterThan(drafts);
    await page.getByRole('button', { name: '撤销修改' }).click();
    await page.getByRole('button', { name: '确认撤销' }).click();
    await expect(page.getByRole('region', { name: '撤销进度' }).getByRole('status')).toContainText('已恢复原状');
    expect(await db.nodeDraft.count()).toBe(drafts);
    await expectNoAxeViolations(page);
  });
});

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

async function configs(db: Db, ids: readonly (string | null)[]) {
  const rows = await db.node.findMany({
    where: { id: { in: ids.filter((id) => id !== null) } },
    select: { config: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ config }): Record<string, unknown> => {
    return typeof config === 'object' && config !== null && !Array.isArray(config) ? { ...config } : {};
  });
}
