import type { Page } from '@playwright/test';
import type { Db } from '@/lib/db/client';
import { failStep } from './failing-step';
import { expect, expectNoAxeViolations, test } from './fixtures';

test.beforeEach(async ({ db }) => {
  await db.handOff.deleteMany();
  await db.workflowRunStep.deleteMany({ where: { runId: { startsWith: 'inbox-' } } });
});

const fail = (db: Db, run: string, code: string | null, message = 'the bank refused') =>
  failStep(db, { run: `inbox-${run}`, code, message });

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

test('a failure appears, is acknowledged, assigned, resolved with a note and opened again', async ({ page, db }) => {
  await page.goto('/inbox');
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await fail(db, 'a', 'card_declined');

  // It comes by itself.
  const row = rowOf(page, 'card_declined');
  await expect(row).toBeVisible();
  await expect(row).toContainText('Charge the card');
  await expect(row).toContainText('Business on call');
  await expect(row).toContainText('Nobody told: the group has no channel');
  await expectNoAxeViolations(page);

  await row.getByRole('link', { name: 'Charge the card' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge the card: card_declined');
  for (const text of ['sha256:9f86d081', 'the bank refused', 'A person takes over (manual)', 'inbox-a'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  const trace = page.getByRole('region', { name: 'Why it went like this' });
  await expect(trace.getByRole('heading', { level: 3 })).toHaveText([
    ...['What failed', 'Which rule', 'Retry', 'Hand-off', 'Who is told', 'Next notification'],
  ]);
  await expect(trace).toContainText('terminal, straight to a person');
  await expect(trace).toContainText('the group had no channel that was switched on');
  await expect(page.getByRole('link', { name: 'Classify this code' })).toHaveAttribute('href', /#classification$/);
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('1 record acknowledged')).toBeVisible();
  await expect(trace).toContainText('Acknowledged by Noor Bakker');

  await page.getByRole('button', { name: 'Assign…' }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  const standing = page.getByRole('region', { name: 'What is waiting' });
  await expect(standing).toContainText('Noor Bakker');

  await page.getByRole('button', { name: 'Resolve…' }).click();
  const dialog = page.getByRole('dialog');
  const note = dialog.getByRole('textbox', { name: 'What was done about it?' });
  await expect(note).toBeFocused();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(note).toHaveAccessibleDescription(/Say in a few words what was done/);
  await note.fill('charged by hand, order 4711');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(standing).toContainText('charged by hand, order 4711');
  await expect(standing).toContainText('Nothing of this kind waits for a person');
  expect(await db.auditEntry.count({ where: { action: 'hand_off.resolve' } })).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(standing).toContainText('1 record of this kind waits');
});

test('rows are chosen by keyboard and settled together; what comes meanwhile waits for a click', async ({
  page,
  db,
}) => {
  await fail(db, 'a', 'code_a');
  await fail(db, 'b', 'code_b');
  await page.goto('/inbox');
  await expect(rowOf(page, 'code_a')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Actions for the selected entries' });
  await expect(bar).toContainText('2 entries selected');

  await fail(db, 'c', 'code_c');
  const fresh = page.getByRole('button', { name: '1 new failure: show' });
  await expect(fresh).toBeVisible();
  await expect(rowOf(page, 'code_c')).toHaveCount(0);
  await expectNoAxeViolations(page);

  await bar.getByRole('button', { name: 'Resolve…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('both charged by hand');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('2 records resolved')).toBeVisible();
  await expect(rowOf(page, 'code_c')).toBeVisible();
  await expect(rowOf(page, 'code_a')).toHaveCount(0);

  await page.getByRole('button', { name: 'Resolved', exact: true }).click();
  await expect(page).toHaveURL(/state=resolved/);
  await expect(rowOf(page, 'code_a')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search hand-offs' }).fill('code_b');
  await expect(rowOf(page, 'code_a')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'code_b')).toBeVisible();
});

test.describe('an editor of another group', () => {
  test.use({ role: 'editor' });

  test('sees what is theirs counted, and may only look at the rest', async ({ page, db }) => {
    await fail(db, 'a', 'card_declined');
    await db.handOff.updateMany({ data: { recipient: 'payments-ops' } });
    await page.goto('/inbox');
    await expect(rowOf(page, 'card_declined')).toBeVisible();
    const groups = await groupsOf(db, 'jonas.weber@example.com');
    const mine = groups.includes('payments-ops');
    await expect(page.getByRole('checkbox', { name: /^Select Charge the card/ })).toHaveCount(mine ? 1 : 0);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });
    await expect(link).toHaveText(mine ? 'Inbox1' : 'Inbox');

    await db.handOff.updateMany({ data: { recipient: 'nobody-we-know' } });
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /^Select Charge the card/ })).toHaveCount(0);
    await rowOf(page, 'card_declined').getByRole('link').click();
    await expect(page.getByText('Only members of nobody-we-know and administrators')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
  });
});

async function groupsOf(db: Db, email: string): Promise<string[]> {
  const groups = await db.ownerGroup.findMany({ where: { members: { some: { email } } }, select: { slug: true } });
  return groups.map(({ slug }) => slug);
}

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('a failure is found, settled with a note, and its decisions can be read', async ({ page, db }) => {
    await fail(db, 'zh', 'weird_code', '余额不足');
    await page.goto('/inbox');
    const row = rowOf(page, 'weird_code');
    await expect(row).toContainText('未分类');
    await expect(row).toContainText('余额不足');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
    await row.getByRole('link', { name: 'Charge the card' }).click();

    const trace = page.getByRole('region', { name: '为什么是这样' });
    await expect(trace.getByRole('heading', { level: 3 })).toHaveText([
      ...['发生了什么', '依据哪条规则', '重试', '转人工', '通知谁', '下一次通知'],
    ]);
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await expect(trace).toContainText('Noor Bakker 于');
    await page.getByRole('button', { name: '处理完毕…' }).click();
    await page.getByRole('textbox', { name: '做了什么处理？' }).fill('已人工扣款');
    await page.getByRole('dialog').getByRole('button', { name: '处理完毕' }).click();
    await expect(page.getByText('已处理 1 条记录')).toBeVisible();
    await expect(page.getByText('已人工扣款').first()).toBeVisible();
    await expect(trace).toContainText('处理完毕');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
  });
});
