import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { NodesPage } from './pages/nodes.page';

const SECTION = { en: 'How many failures are normal?', 'zh-CN': '失败多少次算正常？' } as const;

/** The part of a node's page about thresholds, brought in sight and with its history read. */
async function thresholds(page: Page, language: keyof typeof SECTION = 'en') {
  const section = page.getByRole('region', { name: SECTION[language] });
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('img').first()).toBeVisible();
  const of = (code: string) =>
    section.getByRole('listitem', {
      name: language === 'en' ? `Threshold for ${code}` : `${code} 的阈值`,
      exact: true,
    });
  return { section, of };
}

test('what history suggests is seen, taken, undone, published, taken away and read back', async ({ page, db }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/thresholds')) asked.push(request.url());
  });
  await new NodesPage(page).openNode('charge-card');
  await expect(page.getByRole('region', { name: 'How does it fail, and what then?' })).toBeVisible();
  expect(asked, 'history is read when somebody comes near it').toEqual([]);

  const node = new NodePage(page, 'en');
  const { of } = await thresholds(page);
  expect(asked).toHaveLength(1);
  const code = of('card_declined');
  await expect(code).toContainText('No threshold is set.');
  await expect(code).toContainText(/Suggested: \d+ a day/);
  await expect(code).toContainText(/in [\d,]+ executions \(30 days\): between [\d.]+% and [\d.]+% of executions fail/);
  await expect(code.getByRole('img', { name: /^Failed executions per day, card_declined/ })).toBeVisible();
  await code.getByText('Figures').click();
  await expect(code.getByRole('table').getByRole('row')).toHaveCount(31);
  await expectNoAxeViolations(page);

  const take = code.getByRole('button', { name: /^Take \d+ a day for card_declined$/ });
  const failures = /\d+/.exec((await take.textContent()) ?? '')?.[0] ?? '';
  await take.click();
  await expect(code).toContainText(`Up to ${failures} failed execution`);
  await expect(code).toContainText('Measured on');
  await expect(code).toContainText('This is what history suggests');
  await expect(take).toHaveCount(0);
  await expect(code).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(code).toContainText('No threshold is set.');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(node.side('words')).toContainText('“card_declined” (measured over');

  // What stood there for other codes and in other lines stays as it is.
  const { id, workflowId } = await db.node.findFirstOrThrow({
    where: { nodeId: 'charge-card', workflow: { key: 'order-fulfilment' } },
    select: { id: true, workflowId: true },
  });
  const before = await exported(page, workflowId);
  await node.draftIsSaved();
  await node.publish();
  await page.reload();
  const again = (await thresholds(page)).of('card_declined');
  await expect(again).toContainText(`Up to ${failures} failed execution`);
  const after = await exported(page, workflowId);
  const added = after.split('\n').filter((line) => !before.includes(line));
  expect(added.join('\n')).toContain('card_declined');
  expect(before.split('\n').filter((line) => !after.includes(line))).toEqual([]);
  const { config } = await db.node.findUniqueOrThrow({ where: { id }, select: { config: true } });
  expect(config).toMatchObject({
    alert: {
      thresholds: [
        { code: 'timeout', failures: 12, sample_size: 412 },
        { code: '*', threshold_source: 'pending-observation' },
        {
          code: 'card_declined',
          failures: Number(failures),
          window: '1d',
          threshold_source: 'measured',
          sample_size: expect.any(Number),
          failure_count: expect.any(Number),
          measured_at: expect.stringMatching(/^20\d\d-/),
        },
      ],
    },
  });
});

test('a number set by hand needs its reason, and stays as it is typed', async ({ page }) => {
  await new NodesPage(page).openNode('charge-card');
  const node = new NodePage(page, 'en');
  const { of } = await thresholds(page);
  const code = of('psp_busy');
  await code.getByRole('button', { name: 'Set by hand for psp_busy' }).click();
  const reason = code.getByRole('textbox', { name: 'Reason (required) for psp_busy' });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/set by hand and gives no reason/);
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await node.draftIsSaved();
  await node.review.click();
  await expect(node.dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await expect(node.dialog.getByRole('listitem').first()).toContainText('gives no reason');
  await page.keyboard.press('Escape');

  const failures = code.getByRole('textbox', { name: 'Failed executions a day for psp_busy' });
  await failures.fill('0');
  await expect(failures).toHaveAccessibleDescription(/whole number of failures from 1/);
  await failures.fill('20');
  await reason.fill('agreed with the provider');
  await expect(reason).not.toHaveAttribute('aria-invalid', 'true');
  await expect(node.side('words')).toContainText('“psp_busy” (set by hand: agreed with the provider)');
  await node.draftIsSaved();
  await page.reload();
  const kept = (await thresholds(page)).of('psp_busy');
  await expect(kept.getByRole('textbox', { name: /^Reason/ })).toHaveValue('agreed with the provider');

  await kept.getByRole('button', { name: 'Remove the threshold for psp_busy' }).click();
  await expect(kept).toContainText('No threshold is set.');
  await expect(node.state).toContainText(node.words.published);
});

test('the text beside the form has what is taken, and the form what is typed', async ({ page }) => {
  await new NodesPage(page).openNode('charge-card');
  const node = new NodePage(page, 'en');
  await node.showBoth();
  const { section, of } = await thresholds(page);
  const all = section.getByRole('button', { name: /^Take all \d+ suggestions$/ });
  await all.click();
  await expect(all).toHaveCount(0);
  await expect(of('timeout'), 'what was measured stays while there is too little').toContainText('Up to 12 failed');
  await expect(node.ownText).toContainText('psp_busy');
  await expect(of('psp_busy')).toContainText('This is what history suggests');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(of('psp_busy')).toContainText('No threshold is set.');
});

test('without an answer what is written is there all the same, and it can be asked again', async ({ page }) => {
  await page.route('**/api/v1/nodes/*/thresholds', (route) => route.abort());
  await new NodesPage(page).openNode('charge-card');
  const section = page.getByRole('region', { name: SECTION.en });
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('status')).toContainText('cannot be read now');
  await expect(section.getByRole('listitem', { name: 'Threshold for timeout' })).toContainText('Up to 12 failed');
  await page.unroute('**/api/v1/nodes/*/thresholds');
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByRole('img').first()).toBeVisible();
});

test.describe('in Chinese, on a phone, in the dark', () => {
  test.use({ language: 'zh-CN', colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('too little to measure: the default, what is lacking and whether it will come', async ({ page }) => {
    await new NodesPage(page).openNode('send-welcome');
    const { section, of } = await thresholds(page, 'zh-CN');
    const any = of('其他错误码');
    await expect(any).toContainText('样本不足，无法测算。');
    await expect(any).toContainText(/按目前的频率，/);
    await any.getByRole('button', { name: '采用默认值，每天 5 次：其他错误码' }).click();
    await expect(any).toContainText('待观察');
    await expect(any).toContainText('每天失败不超过 5 次执行算正常');
    await expectNoAxeViolations(page);
    const overflow = await section.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: '放弃草稿' }).click();
    await expect(any).toContainText('未设阈值。');
  });
});

/** The workflow's file, as it is taken away. */
async function exported(page: Page, workflowId: string): Promise<string> {
  return (await page.request.get(`/api/v1/workflows/${workflowId}/export`)).text();
}
