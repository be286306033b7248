import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { type Receiver, startReceiver, verified } from './receiver';

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());
test.beforeEach(async ({ db }) => {
  await db.channel.deleteMany();
});
test.afterEach(async ({ db }) => {
  await db.channel.deleteMany();
});

test('a webhook is added, tested, confirmed, changed over to a new secret, and not taken away unsaid', async ({
  page,
}) => {
  await page.goto('/groups');
  const row = page.getByRole('row', { name: /Payments operations/ });
  await expect(row).toContainText('No channel');
  await row.getByRole('link', { name: 'Payments operations' }).click();
  await expect(page.getByText(/nobody in this group would be told/)).toBeVisible();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Signed webhook/ }).click();

  const form = page.getByRole('region', { name: 'New channel: Signed webhook' });
  const address = form.getByRole('textbox', { name: 'Address (webhook URL)' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Night desk');
  await form.getByRole('button', { name: 'Add channel' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Type the whole address/);
  await address.fill('https://10.0.0.1/in');
  await form.getByRole('button', { name: 'Add channel' }).click();
  await expect(address).toHaveAccessibleDescription(/private network/);
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Night desk');
  await expectNoAxeViolations(page);
  await address.fill(receiver.address('/in'));
  await form.getByRole('button', { name: 'Add channel' }).click();
  const secret = await page.getByText(/^whsec_/).innerText();

  const list = page.getByRole('list', { name: 'Channels' });
  const card = list.getByRole('listitem').filter({ hasText: 'Night desk' }).first();
  await expect(card).toContainText('Never tried');
  await card.getByRole('button', { name: 'Send a test through Night desk' }).click();
  const tried = page.getByRole('region', { name: 'Test of Night desk' });
  await expect(tried).toContainText('The provider took it (status 200).');
  const [test1] = receiver.received;
  if (!test1) throw new Error('nothing was received');
  expect(verified(test1, secret)).toMatchObject({ type: 'test', data: { group: 'Payments operations' } });
  await expect(card).toContainText('Works: last sent');
  await expectNoAxeViolations(page);

  const recipient = await page.context().newPage();
  await recipient.goto(confirmLink(test1.body));
  await recipient.getByRole('button', { name: /arrived|confirm/i }).click();
  await tried
    .getByRole('button', { name: 'Look again' })
    .or(tried.getByText(/^Confirmed:/))
    .first()
    .click();
  await expect(tried).toContainText('Confirmed: a recipient says that it arrived.');
  await expect(card).toContainText('Confirmed by a recipient');
  await recipient.close();

  await card.getByRole('button', { name: 'Make a new signing secret for Night desk' }).click();
  const next = await card.getByText(/^whsec_/).innerText();
  expect(next).not.toBe(secret);
  await card.getByRole('button', { name: 'Send a test through Night desk' }).click();
  await expect(tried).toContainText('The provider took it');
  const test2 = receiver.received.at(-1);
  if (!test2) throw new Error('nothing was received');
  for (const each of [secret, next]) expect(verified(test2, each)).toMatchObject({ type: 'test' });
  await card.getByRole('button', { name: 'End the old secret' }).click();
  await card.getByRole('button', { name: 'Yes, end it' }).click();
  await expect(card.getByText(/Two signing secrets hold/)).toHaveCount(0);

  await card.getByRole('button', { name: 'Remove Night desk' }).click();
  await expect(card.getByText(/Then nobody is told of the \d+ places/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await card.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText(/nobody in this group would be told/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Test by/ }).first()).toContainText('Night desk');
});

test('a receiver that refuses is told with a remedy, and what was refused is sent again', async ({ page, db }) => {
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Payments operations' }).click();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByRole('button', { name: /^Signed webhook/ }).click();
  const form = page.getByRole('region', { name: 'New channel: Signed webhook' });
  await form.getByRole('textbox', { name: 'Address (webhook URL)' }).fill(receiver.address('/in?status=410'));
  await form.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: 'Send a test through Signed webhook' }).click();
  const tried = page.getByRole('region', { name: 'Test of Signed webhook' });
  await expect(tried).toContainText('It did not get through: the robot or address no longer exists.');
  await expect(tried).toContainText('Make a new robot or webhook at the provider');
  await expect(page.getByRole('list', { name: 'Channels' })).toContainText('Failing since');
  const before = receiver.received.length;
  await page.getByRole('button', { name: /^Send Test by .* again$/ }).click();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);

  const node = await db.node.findFirstOrThrow({ where: { nodeId: 'charge-card' } });
  await page.goto(`/nodes/${node.id}`);
  const who = page.getByRole('region', { name: 'Who would be told?' });
  await new NodePage(page, 'en').chooseOwner('Payments operations');
  await expect(who).toBeVisible();
  await page.getByRole('combobox', { name: 'Owner group' }).click();
  await expect(page.getByRole('option', { name: /Payments operations/ })).toContainText('Failing');
  await expect(page.getByRole('option', { name: /Risk desk/ })).toContainText('No channel');
});

test.describe('for who may only look', () => {
  test.use({ role: 'viewer' });

  test('channels are to be seen, not to be changed', async ({ page }) => {
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Payments operations' }).click();
    await expect(page.getByRole('heading', { name: 'How this group is told' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a channel' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expectNoAxeViolations(page);
  });
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('a webhook is added and tested @long', async ({ page }) => {
    await page.goto('/groups');
    await page.getByRole('link', { name: '财务组' }).click();
    await page.getByRole('button', { name: '添加通知渠道' }).click();
    await expect(page.getByRole('button', { name: /飞书/ })).toBeVisible();
    await page.getByRole('button', { name: /^签名 Webhook/ }).click();
    const form = page.getByRole('region', { name: '新的通知渠道：签名 Webhook' });
    const address = form.getByRole('textbox', { name: '地址（Webhook URL）' });
    await form.getByRole('button', { name: '添加通知渠道' }).click();
    await expect(address).toHaveAccessibleDescription(/请填写完整地址/);
    await address.fill(receiver.address('/zh'));
    await form.getByRole('button', { name: '添加通知渠道' }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole('button', { name: '通过“签名 Webhook”发送测试' }).click();
    const tried = page.getByRole('region', { name: '“签名 Webhook”的测试' });
    await expect(tried).toContainText('对方已接收（状态 200）。');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoAxeViolations(page);
  });
});

/** The link by which the recipient of a test says that it arrived. */
function confirmLink(body: string): string {
  const [, link] = /"confirm":"([^"]+)"/.exec(body) ?? [];
  if (link === undefined) throw new Error('the message has no link');
  return link;
}
