import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';

test.beforeEach(async ({ db }) => {
  await db.groupStandard.deleteMany();
});

/** Opens the page of a group, and waits until what its nodes make of the standard stands there. */
async function openGroup(page: Page, name: string, heading: string): Promise<void> {
  await page.goto('/groups');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: heading, exact: true })).toBeVisible();
}

test('a standard is written, and says who deviates from it and in what', async ({ page, db }) => {
  await openGroup(page, 'Payments operations', 'Standard');
  const section = page.getByRole('region', { name: 'Standard', exact: true });
  await expect(section).toContainText('No standard yet');
  await section.getByRole('link', { name: 'Write a standard' }).click();
  const form = page.getByRole('form', { name: 'Standard of the group' });
  await expect(form).toBeVisible();
  await expectNoAxeViolations(page);

  await form.getByRole('radiogroup', { name: 'Retry' }).getByText('Try again', { exact: true }).click();
  await form.getByRole('textbox', { name: /^Tries in all/ }).fill('200');
  await form.getByRole('textbox', { name: 'Silence' }).fill('45');
  await form.getByRole('combobox', { name: 'Unit of Silence' }).selectOption('m');
  await form.getByRole('textbox', { name: 'Another code or pattern' }).fill('card_declined');
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByRole('button', { name: 'Save the standard' }).click();
  await expect(form.getByRole('status')).toContainText('2 entries need a change');
  await expect(form.getByText(/must be a whole number from 1 to 100/)).toBeVisible();
  await form.getByRole('textbox', { name: /^Tries in all/ }).fill('4');
  await form.getByRole('textbox', { name: 'Reason for card_declined' }).fill('the bank refused');
  await form.getByRole('button', { name: 'Save the standard' }).click();

  await expect(page).toHaveURL(/\/groups\/[\w-]+#standard$/);
  const table = section.getByRole('table', { name: 'How the nodes stand to the standard' });
  await expect(table.getByRole('row', { name: /^Retry/ })).toContainText('up to 4 tries');
  await expect(table.getByRole('row', { name: /^Class of codes/ })).toContainText('the bank refused');
  await expectNoAxeViolations(page);
  expect(await db.groupStandard.findFirstOrThrow()).toMatchObject({ version: 1 });

  const link = table.getByRole('row', { name: /^Silence/ }).getByRole('link', { name: /, deviate:/ });
  const count = await link.innerText();
  await link.click();
  await expect(page).toHaveURL(/\/nodes\?standard=deviates\.silence\.payments-ops/);
  const main = page.getByRole('main');
  await expect(main.getByRole('status').filter({ hasText: /nodes?$/ })).toHaveText(new RegExp(`(^| )${count} nodes?$`));
  await expect(main.getByRole('button', { name: /Payments operations: deviates/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(main.getByRole('row').nth(1)).toContainText('Deviates: ');
  await page.getByRole('button', { name: /Payments operations: deviates/ }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await expect(main.getByRole('button', { name: /^Deviates from standard/ })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/');
  await expect(main.getByRole('link', { name: /nodes? deviates? from the standard of/ })).toHaveAttribute(
    'href',
    '/nodes?show=deviates',
  );
});

test('a node says what the standard says, and takes it over into the entries, undoably', async ({ page, db }) => {
  const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'payments-ops' } });
  const document = { alert: { silence: '45m' } };
  const at = { updatedBy: 'Ann', updatedAt: new Date() };
  await db.groupStandard.create({ data: { groupId: group.id, document, ...at } });
  const workflow = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const node = await db.node.findFirstOrThrow({ where: { workflowId: workflow.id, nodeId: 'charge-card' } });
  await page.goto(`/nodes/${node.id}`);
  const section = page.getByRole('region', { name: 'How long quiet after a notification?' });
  const note = section.getByRole('note');
  await expect(note).toContainText('45 minutes');
  await expectNoAxeViolations(page);
  await note.getByRole('button', { name: 'Take it over' }).click();
  await expect(note).toHaveCount(0);
  await expect(section.getByRole('textbox', { name: 'Quiet for' })).toHaveValue('45');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toContainText('45 minutes');
});

test('changed underneath: both are shown, and nothing typed is lost', async ({ page, db }) => {
  const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'payments-ops' } });
  await page.goto(`/groups/${group.id}/standard`);
  const form = page.getByRole('form', { name: 'Standard of the group' });
  await form.getByRole('textbox', { name: 'Silence' }).fill('20');
  await form.getByRole('combobox', { name: 'Unit of Silence' }).selectOption('m');
  const at = { updatedBy: 'Ann', updatedAt: new Date() };
  await db.groupStandard.create({ data: { groupId: group.id, document: { alert: { silence: '2h' } }, ...at } });
  await form.getByRole('button', { name: 'Save the standard' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody changed the standard meanwhile' });
  await expect(notice).toContainText('2 hours');
  await expect(notice).toContainText('20 minutes');
  await expectNoAxeViolations(page);
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByRole('button', { name: 'Save the standard' }).click();
  await expect(page).toHaveURL(/#standard$/);
  expect(await db.groupStandard.findFirstOrThrow()).toMatchObject({
    version: 2,
    document: { alert: { silence: '20m' } },
  });
});

test('those that deviate are brought in line as a change to be looked at first', async ({ page, db }) => {
  const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'payments-ops' } });
  const at = { updatedBy: 'Ann', updatedAt: new Date() };
  await db.groupStandard.create({ data: { groupId: group.id, document: { alert: { silence: '45m' } }, ...at } });
  await page.goto(`/groups/${group.id}`);
  const table = page.getByRole('table', { name: 'How the nodes stand to the standard' });
  await table.getByRole('button', { name: /^Bring in line: Silence/ }).click();
  await expect(page).toHaveURL(/\/bulk\/[\w-]+/);
  await expect(page.getByRole('main')).toContainText('Quiet after a notification');
  await expect(page.getByRole('main')).toContainText('45 minutes');
});

test.describe('for whoever may only read', () => {
  test.use({ role: 'viewer' });

  test('there is nothing to press', async ({ page, db }) => {
    const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'payments-ops' } });
    await page.goto(`/groups/${group.id}`);
    const section = page.getByRole('region', { name: 'Standard', exact: true });
    await expect(section).toContainText('This group has no standard.');
    await expect(section.getByRole('link')).toHaveCount(0);
    await page.goto(`/groups/${group.id}/standard`);
    await expect(page.getByRole('main').getByText(/Only members of Payments operations/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save the standard' })).toHaveCount(0);
  });
});

test.describe('in Chinese on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('a standard is written and read', async ({ page, db }) => {
    const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'payments-ops' } });
    await page.goto(`/groups/${group.id}/standard`);
    const form = page.getByRole('form', { name: '组内标准' });
    await form.getByRole('radiogroup', { name: '重试' }).getByText('立即停止', { exact: true }).click();
    await expectNoAxeViolations(page);
    await form.getByRole('button', { name: '保存组内标准' }).click();
    const section = page.getByRole('region', { name: '组内标准' });
    await expect(section).toContainText('只尝试一次');
    await expect(section).toContainText('偏离标准');
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});
