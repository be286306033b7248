import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { type Receiver, startReceiver } from './receiver';

/** A run waits for a worker, for real timeouts and for messages; this is patience, not a promise. */
const RUN = { timeout: 120_000 };

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test('all five prove a node; a change voids it, and one click proves it again', async ({ page, db }) => {
  test.setTimeout(420_000);
  const node = await db.node.findFirstOrThrow({
    where: { nodeId: 'charge-card', workflow: { key: 'order-fulfilment' } },
  });
  const before = await realRows();
  await addWebhook(page, 'Business on call', receiver.address('/drills'));

  await page.goto('/drills');
  await expect(page.getByRole('heading', { name: 'No drill yet' })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(`/nodes/${node.id}`);
  const proof = page.locator('#proof');
  await proof.getByRole('link', { name: /^Drill/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drill “Charge the card”');
  const plan = page.getByRole('region', { name: 'The plan' });
  await expect(plan.getByRole('heading', { level: 3 }).filter({ hasText: /^\d\./ })).toHaveCount(5);
  await expect(plan.locator('[data-drill="1"]')).toContainText('3 tries, the last 15 seconds after the first.');
  await expect(plan.locator('[data-drill="2"]')).toContainText('For this drill only, the number of tries is one');
  await expect(plan).toContainText('Business on call');
  await expect(plan).toContainText('The messages are captured: they do not go out.');
  await page.getByRole('checkbox', { name: '3. No retry where it cannot help' }).uncheck();
  await expect(plan.locator('[data-drill="3"]')).toHaveCount(0);
  await page.getByRole('checkbox', { name: '3. No retry where it cannot help' }).check();
  await page.getByRole('radio', { name: 'Really send them' }).check();
  await expect(plan).not.toContainText('The messages are captured');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Start 5 drills' }).click();

  await passes(page);
  await expect(page.getByText('5 of 5 passed')).toBeVisible();
  for (const drill of [1, 2, 3, 4, 5])
    await expect(page.locator(`article[data-drill="${drill}"]`)).toContainText('Passed');
  await expect(page.locator('article[data-drill="1"]')).toContainText('There were 3 tries, as the rule allows.');
  await expect(page.locator('article[data-drill="1"] [data-observation="gaps"]')).toContainText('as the rule says');
  await expect(page.locator('article[data-drill="4"] [data-observation="count"]')).toContainText(
    'The second failure is counted.',
  );
  await expect(page.locator('article[data-drill="5"]')).toContainText('It really happened once.');
  const told = page.locator('article[data-drill="2"]');
  await told.getByText('What it says').click();
  await expect(told).toContainText('charge-card');
  const claim = page.getByRole('region', { name: 'Only what was proved is claimed' });
  await expect(claim).toContainText('that your platform executes the rule');
  await expect(claim).toContainText('waits passed up to');
  await expectNoAxeViolations(page);
  expect(receiver.received.length).toBeGreaterThan(0);
  for (const { body } of receiver.received) expect(body).toMatch(/drill/i);
  // Nothing of it is in what is real.
  expect(await realRows()).toEqual(before);
  const firstRun = page.url();

  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drill report' })).toBeVisible();
  await page.getByRole('link', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '演练报告' })).toBeVisible();
  const sheet = page.getByRole('article', { name: '演练报告' });
  await expect(sheet).toHaveAttribute('lang', 'zh-CN');
  await expect(sheet).toContainText('5 项中通过 5 项');
  await expect(sheet).toContainText('尝试 3 次，与规则一致。');
  await expect(sheet.getByRole('region', { name: '演练通过记录' }).getByRole('listitem')).toHaveCount(5);
  await expectNoAxeViolations(page);

  await page.goto(`/nodes/${node.id}`);
  await expect(proof).toContainText('Proved in simulation');
  const form = new NodePage(page, 'en');
  await page.getByRole('textbox', { name: form.words.firstWait }).fill('2');
  await form.draftIsSaved();
  await form.publish();
  await page.reload();
  await expect(proof).toContainText('no longer is');

  await page.goto(firstRun);
  await expect(page.getByText(/^The node has been published since/)).toBeVisible();
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(page).not.toHaveURL(firstRun);
  await passes(page);
  await expect(page.locator('article[data-drill="1"] [data-observation="gaps"]')).toContainText('as the rule says');
  await page.goto(`/nodes/${node.id}`);
  await expect(proof).not.toContainText('no longer is');

  await page.goto('/drills');
  const ended = page.getByRole('table', { name: 'Ended', exact: true });
  await expect(ended.getByRole('rowheader')).toHaveCount(2);
  await expect(ended.getByRole('row').nth(1)).toContainText('5 of 5 passed');
  await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No such run' })).toBeVisible();
  await expectNoAxeViolations(page);

  /** Hand-offs, messages and steps that are no drill. */
  async function realRows(): Promise<readonly number[]> {
    return [await db.handOff.count(), await db.delivery.count({ where: { kind: 'notification' } }), await steps()];
  }
  function steps(): Promise<number> {
    return db.workflowRunStep.count({ where: { nodeId: 'charge-card' } });
  }
});

test('what will fail is said beforehand, and the run says where it is mended', async ({ page, db }) => {
  test.setTimeout(240_000);
  const node = await db.node.findFirstOrThrow({ where: { nodeId: 'book-parcel' } });
  await page.goto(`/nodes/${node.id}/drill`);
  const plan = page.getByRole('region', { name: 'The plan' });
  await expect(plan.getByRole('note')).toContainText('the rule does not say how often to try');
  await expect(plan.getByRole('note')).toContainText('has no channel that is switched on');
  await expect(page.getByRole('checkbox', { name: '5. Done once' })).toBeDisabled();
  for (const name of ['3. No retry where it cannot help', '4. Silence'])
    await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Start 2 drills' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Ended: 2 drills failed.' })).toBeVisible(RUN);
  const attempts = page.locator('article[data-drill="1"] [data-observation="attempts"]');
  await expect(attempts).toContainText('The rule does not say how often to try');
  await attempts.getByRole('link', { name: 'Mend it: retry' }).click();
  await expect(page).toHaveURL(new RegExp(`/nodes/${node.id}#retry$`));
});

test('a run is stopped', async ({ page, db }) => {
  test.setTimeout(240_000);
  const node = await db.node.findFirstOrThrow({ where: { nodeId: 'store-label' } });
  await page.goto(`/nodes/${node.id}/drill`);
  await page.getByRole('radio', { name: 'In real time' }).check();
  await page.getByRole('button', { name: /^Start \d drills$/ }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Aborted: it was stopped.' })).toBeVisible(RUN);
  await expect(page.getByRole('button', { name: 'Again' })).toBeVisible();
});

test.describe('for who may only look', () => {
  test.use({ role: 'viewer' });

  test('the plan is there, and no way to start', async ({ page, db }) => {
    const node = await db.node.findFirstOrThrow({ where: { nodeId: 'charge-card' } });
    await page.goto(`/nodes/${node.id}/drill`);
    await expect(page.getByText(/You may look at the plan/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Start/ })).toHaveCount(0);
    await expectNoAxeViolations(page);
  });
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('the plan and the list can be read', async ({ page, db }) => {
    const node = await db.node.findFirstOrThrow({ where: { nodeId: 'store-label' } });
    await page.goto(`/nodes/${node.id}/drill`);
    await expect(page.getByRole('region', { name: '演练计划' })).toContainText('观察点');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
    await page.goto('/drills');
    await expect(page.getByRole('heading', { level: 1, name: '演练' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});

/** The run that the page shows ends with every drill passed. */
async function passes(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/drills\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('status').filter({ hasText: /^Ended/ })).toHaveText(
    'Ended: all drills that apply passed.',
    RUN,
  );
}

/** A webhook of a group of the sample data, added as a person would. */
async function addWebhook(page: Page, group: string, address: string): Promise<void> {
  await page.goto('/groups');
  await page.getByRole('link', { name: group }).click();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByRole('button', { name: /^Signed webhook/ }).click();
  const form = page.getByRole('region', { name: 'New channel: Signed webhook' });
  await form.getByRole('textbox', { name: 'Address (webhook URL)' }).fill(address);
  await form.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
}
