import { expect, expectNoAxeViolations, test } from './fixtures';

const NAMES = ['E2E Staging', 'E2E Night', 'E2E By hand'];

test.beforeEach(async ({ db }) => {
  await db.drillTarget.deleteMany({ where: { name: { startsWith: 'E2E' } } });
});
test.afterEach(async ({ db }) => {
  await db.drillTarget.deleteMany({ where: { name: { startsWith: 'E2E' } } });
});

test('a target is declared, changed, given a new secret and removed; production is refused', async ({ page }) => {
  const [name = '', renamed = ''] = NAMES;
  await page.goto('/drills');
  await page.getByRole('link', { name: 'Drill targets' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drill targets' })).toBeVisible();
  await expectNoAxeViolations(page);

  const form = page.getByRole('form', { name: 'Declare a target' });
  const environment = form.getByRole('combobox', { name: 'Environment' });
  const address = form.getByRole('textbox', { name: 'Address' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await environment.selectOption('production');
  await address.fill('https://platform.example.com/drills');
  await form.getByRole('button', { name: 'Declare' }).click();
  await expect(environment).toHaveAccessibleDescription(/never run in production/);
  await environment.selectOption('staging');
  await address.fill('https://10.0.0.7/drills');
  await form.getByRole('button', { name: 'Declare' }).click();
  await expect(address).toHaveAccessibleDescription(/private network/);
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await expectNoAxeViolations(page);
  await address.fill('https://platform.example.com/drills');
  await form.getByRole('button', { name: 'Declare' }).click();
  const secret = page.getByText(/^whsec_/);
  await expect(secret).toBeVisible();
  const first = await secret.textContent();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('platform.example.com');
  await expect(row).toContainText('staging');
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(page.getByText(/^whsec_/)).toBeHidden();
  await row.getByRole('button', { name: `Change ${name}` }).click();
  const change = page.getByRole('form', { name: `Change ${name}` });
  await change.getByRole('textbox', { name: 'Name' }).fill(renamed);
  await change.getByRole('button', { name: 'Save' }).click();
  const changed = page.getByRole('row', { name: new RegExp(renamed) });
  await expect(changed).toBeVisible();
  await changed.getByRole('button', { name: 'New secret' }).click();
  await changed.getByRole('button', { name: 'Make a new one' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expect(page.getByText(/^whsec_/)).not.toHaveText(first ?? '');

  await changed.getByRole('button', { name: 'Remove' }).click();
  await changed.getByRole('button', { name: 'Remove' }).click();
  await expect(changed).toBeHidden();
});

test('a target without an address is where a person lets a node fail', async ({ page }) => {
  const name = NAMES[2] ?? '';
  await page.goto('/drills/targets');
  const form = page.getByRole('form', { name: 'Declare a target' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Declare' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('a person');
  await expect(row.getByRole('button', { name: 'New secret' })).toBeHidden();
  await expect(page.getByText(/^whsec_/)).toBeHidden();
});
