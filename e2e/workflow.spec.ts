import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { ImportPage } from './pages/import.page';
import { NodePage } from './pages/node.page';
import { WorkflowPage } from './pages/workflow.page';

const KEYS = ['e2e-skeleton', 'e2e-large'];

test.beforeEach(async ({ db }) => {
  await db.workflow.deleteMany({ where: { key: { in: KEYS } } });
});
test.afterEach(async ({ db }) => {
  await db.workflow.deleteMany({ where: { key: { in: KEYS } } });
});

test('from the picture to a node by keyboard alone', async ({ page, db }) => {
  const workflow = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const view = new WorkflowPage(page, 'en');
  await page.goto(`/workflows/${workflow.id}`);
  await expect(page.getByRole('region', { name: 'How far it is' })).toContainText(/\d+ of 11 nodes complete/);
  await expect(page.getByRole('link', { name: 'See these failures' })).toHaveAttribute(
    'href',
    `/failures?workflow=${workflow.id}`,
  );
  const picture = await view.picture('Order fulfilment');
  await expect(view.legend).toContainText('Incomplete');
  await expectNoAxeViolations(page);

  await view.colourByFailures();
  await expect(page).toHaveURL(/colour=failures/);
  await expect(view.legend).toContainText(/1–\d+ failures/);
  await page.reload();
  await view.picture('Order fulfilment');
  await expect(view.legend).toContainText('no failure');

  await picture.focus();
  await expect(view.focused).toHaveAccessibleName(/^Take the order over, .*; 1 of 11$/);
  await page.keyboard.press('ArrowDown');
  await expect(view.focused).toHaveAccessibleName(/^Check the delivery address, .*; 2 of 11$/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(view.focused).toHaveAccessibleName(/^Charge the card, incomplete: .*; [\d,]+ failures; 5 of 11$/);
  await expect(view.list.locator('[data-marked]')).toContainText('Charge the card');
  await page.keyboard.press('Escape');
  await expect(view.focused).toHaveCount(0);
  await picture.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Charge the card' })).toBeVisible();
});

const SMALL = `format: failpath/v1
workflow: e2e-skeleton
name: Skeleton trial
owner: order-ops
nodes:
  - { id: note, name: Note it, type: database, next: [tell], actions: [{ id: note, kind: database, idempotent: true }] }
  - { id: tell, name: Tell them, type: http, next: [pay], actions: [{ id: tell, kind: http, repeatable: true }] }
  - { id: pay, name: Pay it, type: http, actions: [{ id: pay, kind: third_party }] }
`;

test('the skeleton on all nodes: some published at once, one kept as a draft', async ({ page }) => {
  const id = await bring(page, 'trial.failpath.yaml', SMALL);
  const view = new WorkflowPage(page, 'en');
  await view.toSkeleton();
  const bar = page.getByRole('region', { name: 'What to do with the chosen nodes' });
  await expect(bar).toContainText('3 nodes chosen');
  await expect(bar).toContainText('2 of them can be published');
  await page.getByRole('button', { name: 'In full: Note it' }).click();
  const preview = page.getByRole('region', { name: 'Note it in full' });
  await expect(preview).toContainText('tried up to 3 times within 15 seconds');
  await expect(preview).toContainText('maxAttempts: 3');
  await expectNoAxeViolations(page);

  await bar.getByRole('button', { name: 'Publish 2 nodes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 chosen node has a question first');
  await dialog.getByRole('textbox', { name: /^Note for/ }).fill('the standard');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('2 nodes are published. Version 2 holds now.')).toBeVisible();
  await expectNoAxeViolations(page);
  const file = await (await page.request.get(`/api/v1/workflows/${id}/export`)).text();
  expect(file.match(/maxAttempts: 3/g)).toHaveLength(2);

  await page.getByRole('button', { name: 'Go on choosing' }).click();
  await expect(bar).toContainText('1 node chosen');
  await bar.getByRole('button', { name: 'Keep as a draft' }).click();
  await page.getByRole('button', { name: 'Discard these drafts' }).click();
  await expect(page.getByText('1 draft is discarded.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on choosing' }).click();
  await bar.getByRole('button', { name: 'Keep as a draft' }).click();
  await page.getByRole('link', { name: 'Pay it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay it' })).toBeVisible();
  const node = new NodePage(page, 'en');
  await node.draftIsSaved();
  await expect(node.tries).toHaveValue('3');
});

test('a workflow that is not there answers so', async ({ page }) => {
  for (const id of ['no-id', crypto.randomUUID()]) {
    const response = await page.goto(`/workflows/${id}`);
    expect(response?.status()).toBe(404);
    expect((await page.goto(`/workflows/${id}/skeleton`))?.status()).toBe(404);
  }
});

test.describe('500 nodes', () => {
  test.use({ language: 'zh-CN' });

  test('can be seen, searched and reached @long', async ({ page, db }) => {
    test.slow();
    await bring(page, 'large.failpath.yaml', large(500));
    const { id } = await db.workflow.findFirstOrThrow({ where: { key: 'e2e-large' } });
    await page.goto(`/workflows/${id}`);
    const view = new WorkflowPage(page, 'zh-CN');
    const picture = await view.picture('大流程');
    await expectNoAxeViolations(page);

    await view.search('步骤 321');
    await expect(view.list.getByRole('status')).toContainText('找到 1 个');
    await view.list.getByRole('button', { name: view.words.show('步骤 321') }).click();
    await expect(view.focused).toHaveAccessibleName(/^步骤 321，未补齐：.*第 322 个，共 500 个$/);
    await expect(view.focused).toBeInViewport();
    await page.keyboard.press('End');
    await expect(view.focused).toHaveAccessibleName(/第 500 个/);
    await expect(view.focused).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expect(view.focused).toHaveAccessibleName(/第 499 个/);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(picture).toBeHidden();
    await page.getByRole('button', { name: view.words.open }).click();
    await view.picture('大流程');
    await expectNoAxeViolations(page);
  });
});

/** Brings a file through the import page; the id of the workflow that it became. */
async function bring(page: Page, name: string, text: string): Promise<string> {
  const importing = new ImportPage(page);
  await importing.open();
  await importing.choose({ name, text });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Import|导入)/ })
    .click();
  await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}/);
  return /workflows\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
}

function large(count: number): string {
  const nodes = Array.from({ length: count }, (_, index) => {
    const next = [index + 1, index % 9 === 4 ? index + 4 : 0].filter((each) => each > index && each < count);
    return `  - { id: s${index}, name: 步骤 ${index}, type: http, next: [${next.map((each) => `s${each}`).join(', ')}] }\n`;
  });
  return `format: failpath/v1\nworkflow: e2e-large\nname: 大流程\nnodes:\n${nodes.join('')}`;
}
