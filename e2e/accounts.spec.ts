import { EXAMPLE_PASSWORD, EXAMPLE_PEOPLE } from '@/lib/people/example-people';
import { expect, expectNoAxeViolations, test } from './fixtures';

const [administrator, editor, viewer] = EXAMPLE_PEOPLE;

test.describe('nobody signed in', () => {
  test.use({ role: null });

  test('signs in, comes back to where they were going, sees who they are, and signs out', async ({ page }) => {
    await page.goto('/failures?period=7');
    await expect(page).toHaveURL(/\/sign-in\?next=%2Ffailures%3Fperiod%3D7$/);
    await expectNoAxeViolations(page);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(editor?.email ?? '');
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').first()).toContainText('Address and password do not belong together');
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(editor?.email ?? '');
    await page.getByRole('textbox', { name: 'Password' }).fill(EXAMPLE_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/failures\?period=7$/);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByText(editor?.name ?? '')).toBeVisible();
    await expect(navigation.getByRole('link', { name: 'People' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto('/nodes');
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test('after five wrong passwords the right one waits too', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(viewer?.email ?? '');
    for (let attempt = 0; attempt < 5; attempt++) {
      await page.getByRole('textbox', { name: 'Password' }).fill(`wrong ${attempt}`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
      await expect(page.getByRole('alert').first()).toBeVisible();
    }
    await page.getByRole('textbox', { name: 'Password' }).fill(EXAMPLE_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').first()).toContainText('Too many attempts');
  });

  test('a link that never was says so', async ({ page }) => {
    await page.goto('/welcome/abc');
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

test('an administrator invites somebody, who joins by the link once and may only look', async ({ page, browser }) => {
  await page.goto('/people');
  await expectNoAxeViolations(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lena Roth');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('Lena.Roth@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'The invitation for Lena Roth' });
  const address = await notice.locator('code').innerText();

  const other = await browser.newContext({ baseURL: page.url(), locale: 'en-US' });
  const theirs = await other.newPage();
  await theirs.goto(address);
  await theirs.getByRole('textbox', { name: 'Password' }).fill('short');
  await theirs.getByRole('button', { name: 'Make my account' }).click();
  await expect(theirs.getByText('At least 10 characters.')).toBeVisible();
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a whole sentence is long');
  await theirs.getByRole('button', { name: 'Make my account' }).click();
  await expect(theirs.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a whole sentence is long');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs).toHaveURL(({ pathname }) => pathname === '/');
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();

  await page.reload();
  const row = page.getByRole('row', { name: /Lena Roth/ });
  await row.getByRole('button', { name: 'Switch off' }).click();
  await row
    .getByRole('group', { name: /^Switch Lena Roth off/ })
    .getByRole('button', { name: 'Switch off' })
    .click();
  await expect(row.getByText('switched off')).toBeVisible();
  await theirs.goto('/nodes');
  await expect(theirs).toHaveURL(/\/sign-in/);
  await other.close();
});

test('the last administrator stays one @long', async ({ page }) => {
  await page.goto('/people');
  await page.getByLabel(`Role of ${administrator?.name}`).selectOption('viewer');
  await expect(page.getByRole('alert').first()).toContainText('This is the last administrator');
});

test.describe('an editor of another group', () => {
  test.use({ role: 'editor' });

  test('may draft, but not publish; the page says why', async ({ page, db }) => {
    const node = await db.node.findFirstOrThrow({
      where: { nodeId: 'book-parcel', workflow: { owner: 'order-ops' } },
    });
    await page.goto(`/nodes/${node.id}`);
    await expect(page.getByText('This node belongs to Order operations')).toBeVisible();
    for (const path of ['/people', '/audit', '/audit/1']) expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'There is nothing here' })).toBeVisible();
  });
});

test.describe('a viewer, in Chinese', () => {
  test.use({ role: 'viewer', language: 'zh-CN' });

  test('looks, and finds no way to change', async ({ page }) => {
    await page.goto('/nodes');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByText('您可以查看，但不能修改')).toBeVisible();
    await expect(page.getByRole('button', { name: '检查并发布' })).toHaveCount(0);
    await page.getByRole('link', { name: new RegExp(viewer?.name ?? '') }).click();
    await expect(page.getByText('当前浏览器')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
