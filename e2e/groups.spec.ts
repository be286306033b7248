import { expect, expectNoAxeViolations, test } from './fixtures';

const SLUG = 'e2e-desk';

test.beforeEach(async ({ db }) => {
  await db.ownerGroup.deleteMany({ where: { slug: SLUG } });
});
test.afterEach(async ({ db }) => {
  await db.ownerGroup.deleteMany({ where: { slug: SLUG } });
});

test('a group is made, corrected, changed and deleted', async ({ page }) => {
  await page.goto('/groups');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'New group' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
  const slug = page.getByRole('textbox', { name: 'Name in YAML' });
  await name.fill('E2E Desk');
  await slug.click();
  await expect(slug).toHaveValue(SLUG);
  await slug.fill('Payments Ops');
  await page.getByRole('button', { name: 'Add a member' }).click();
  const ann = page.getByRole('group', { name: 'Member 1' });
  await ann.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await ann.getByRole('textbox', { name: 'E-mail' }).fill('ann');
  await page.getByRole('button', { name: 'Make the group' }).click();
  await expect(slug).toBeFocused();
  await expect(slug).toHaveAccessibleDescription(/Only lower-case letters/);
  await expect(ann.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/not an e-mail address/);
  await expect(name).toHaveValue('E2E Desk');
  await expectNoAxeViolations(page);

  await slug.fill('payments-ops');
  await ann.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com');
  await page.getByRole('button', { name: 'Make the group' }).click();
  await expect(slug).toHaveAccessibleDescription(/Another group has this name already/);
  await slug.fill(SLUG);
  await page.getByRole('button', { name: 'Make the group' }).click();

  await expect(page.getByRole('heading', { name: 'How this group is told' })).toBeVisible();
  await page.getByRole('link', { name: 'All owner groups' }).click();
  const row = page.getByRole('row', { name: /E2E Desk/ });
  await expect(row).toContainText('ann@example.com');
  await expect(row).toContainText('nowhere');
  await row.getByRole('link', { name: 'E2E Desk' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('E2E Night Desk');
  const zone = page.getByRole('textbox', { name: 'Time zone' }).or(page.getByRole('combobox', { name: 'Time zone' }));
  await zone.fill('Mars/Olympus');
  await zone.blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(zone).toHaveAccessibleDescription(/no time zone/);
  await zone.fill('Asia/Shanghai');
  await zone.blur();
  await page.getByRole('button', { name: 'Remove Ann' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row', { name: /E2E Night Desk/ });
  await expect(renamed).toContainText('Nobody yet');

  await renamed.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page).toHaveURL(/\/groups$/);
  await expect(page.getByRole('link', { name: 'E2E Night Desk' })).toHaveCount(0);
});

test('a group in use stays, and says in how many places it is named', async ({ page }) => {
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Payments operations' }).click();
  await expect(page.getByText(/\d+ nodes and workflows name this group/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name in YAML' })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('every refusal is said in place', async ({ page }) => {
    await page.goto('/groups/new');
    await page.getByRole('button', { name: '新建', exact: true }).click();
    await expect(page.getByText('请填写 1 至 120 个字符的名称。')).toBeVisible();
    await expect(page.getByText('请填写 YAML 中的名称，例如 payments-ops。')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
  });
});
