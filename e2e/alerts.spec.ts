import { countAhead } from '@/lib/alerts/testing/count-ahead';
import { type MailServer, startMailServer } from '@/lib/alerts/testing/mail-server';
import type { Db } from '@/lib/db/client';
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';
import { failStep, WORKER } from './failing-step';
import { expect, test } from './fixtures';
import { product } from './product';
import { type Receiver, startReceiver, verified } from './receiver';

const GROUP = 'biz-oncall';

let receiver: Receiver;
let mail: MailServer;
test.beforeAll(async () => {
  receiver = await startReceiver();
  mail = await startMailServer(product().mailPort);
});
test.afterAll(() => Promise.all([receiver.close(), mail.close()]));
test.use({ language: 'zh-CN' });

test('the right people are told once, with everything in the message, and again after the window', async ({
  page,
  db,
}) => {
  const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: GROUP }, include: { members: true } });
  const start = await alertSince(db, 3 * HOUR_MS);
  await page.goto(`/groups/${group.id}`);
  await page.getByRole('button', { name: '添加通知渠道' }).click();
  await page.getByRole('button', { name: /^邮件/ }).click();
  await page.getByRole('region', { name: '新的通知渠道：邮件' }).getByRole('button', { name: '添加通知渠道' }).click();
  await page.getByRole('button', { name: '添加通知渠道' }).click();
  await page.getByRole('button', { name: /^签名 Webhook/ }).click();
  const form = page.getByRole('region', { name: '新的通知渠道：签名 Webhook' });
  await form.getByRole('textbox', { name: '地址（Webhook URL）' }).fill(receiver.address('/in'));
  await form.getByRole('button', { name: '添加通知渠道' }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByRole('combobox', { name: '语言' }).last().selectOption('zh-CN');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(() => languageOf(db)).toBe('zh-CN');

  await fail(db, 'first', start);
  await expect.poll(() => mail.received.length, WORKER).toBe(1);
  await expect.poll(() => receiver.received.length, WORKER).toBe(1);
  const [first] = mail.received;
  if (!first) throw new Error('no mail');
  expect([...first.to].sort()).toEqual(group.members.map(({ email }) => email).sort());
  const text = first.mail.text ?? '';
  for (const field of ['charge-card', '第 1 次', 'card_declined', '余额不足', 'sha256:9f86d081', '转人工（manual）'])
    expect(text).toContain(field);
  // First and last failure: the same moment twice.
  expect(text.split(start.toISOString().slice(0, 19)).length - 1).toBeGreaterThanOrEqual(2);
  expect(verified(receiver.received[0] ?? none(), secret)).toMatchObject({ type: 'node.failed', data: { count: 1 } });

  await fail(db, 'second', new Date(start.getTime() + 5 * MINUTE_MS));
  await page.goto('/inbox');
  const row = page.getByRole('row').filter({ hasText: 'card_declined' });
  await expect(row).toContainText('2');
  await fail(db, 'third', new Date(start.getTime() + 2 * HOUR_MS));
  await expect.poll(() => mail.received.length, WORKER).toBe(2);
  await expect.poll(() => receiver.received.length, WORKER).toBe(2);
  expect(mail.received[1]?.mail.text).toContain('自上次通知以来累计失败 2 次（含本次）');
  expect(verified(receiver.received[1] ?? none(), secret)).toMatchObject({ data: { count: 2 } });

  const [link] = /http\S+\/inbox\/[0-9a-f-]{36}/.exec(mail.received[1]?.mail.text ?? '') ?? [];
  await page.goto(link ?? '/no-link');
  const trace = page.getByRole('region', { name: '为什么是这样' });
  await expect(trace).toContainText('终局性失败');
  await expect(trace).toContainText('邮件');
  await page.getByRole('button', { name: '处理完毕…' }).click();
  await page.getByRole('textbox', { name: '做了什么处理？' }).fill('已人工扣款');
  await page.getByRole('dialog').getByRole('button', { name: '处理完毕' }).click();
  await expect(page.getByText('已处理 3 条记录')).toBeVisible();
  await expect(trace).toContainText('处理完毕');
});

/** Lets the source alert for what failed so long ago; the history before is passed by then. Returns a moment within. */
async function alertSince(db: Db, agoMs: number): Promise<Date> {
  await expect.poll(() => countAhead(db), WORKER).toBe(0);
  const from = new Date(Date.now() - agoMs);
  await db.source.updateMany({ data: { alertsFrom: from } });
  return new Date(from.getTime() + 10 * MINUTE_MS);
}

async function languageOf(db: Db): Promise<string> {
  return (await db.ownerGroup.findUniqueOrThrow({ where: { slug: GROUP } })).language;
}

const fail = (db: Db, run: string, at: Date) =>
  failStep(db, { run: `alerts-${run}`, code: 'card_declined', message: '余额不足', at });

function none(): never {
  throw new Error('nothing was received');
}
