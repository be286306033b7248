import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db } from '@/lib/db/client';
import { importWorkflow } from '@/lib/workflows/import';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';

const ARGO = `# nightly
apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: shared-call}
spec:
  entrypoint: main
  templates:
  - name: main
    steps:
    - - name: load-prices # first
        template: call
    - - name: store-prices
        template: call
  - name: call # the only way out
    http: {url: https://erp.example/v1}
`;
const SERVERLESS = `document: {dsl: 1.0.3, namespace: acme, name: wrapped-call, version: 0.1.0}
do:
- ask: # the bank
    call: http
    with: {method: get, endpoint: https://bank.example/v1}
`;
const KESTRA = `id: old-engine
namespace: acme
tasks:
  - id: load
    type: io.kestra.plugin.core.http.Request
    uri: https://erp.example/v1
    retry: {type: exponential, interval: PT5S, maxInterval: PT1M, maxAttempts: 4}
`;

test('a template that two steps run: whom the change is for is asked, and a copy leaves the other alone', async ({
  page,
  db,
}) => {
  const { workflowId, open } = await bring(db, 'shared-call.yaml', ARGO);
  await page.goto(await open('store-prices'));
  const node = new NodePage(page, 'en');
  await page.getByRole('button', { name: node.words.standard }).click();
  await page.getByRole('button', { name: node.words.safe }).first().click();
  await node.draftIsSaved();
  await node.review.click();
  const publish = node.dialog.getByRole('button', { name: node.words.publish, exact: true });
  const choice = node.dialog.getByRole('radiogroup', {
    name: /1 other node of this workflow goes by it too: load-prices/,
  });
  await expect(choice).toBeVisible();
  await expect(publish).toBeDisabled();
  await expect(node.dialog).toContainText('Choose whom the change is for.');
  await expectNoAxeViolations(page);

  // By keyboard: the first of both, then the other one.
  await choice.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await expect(publish).toBeEnabled();
  await expect(node.dialog).not.toContainText('template: call-');
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: 'Only this node: it gets a copy of its own' })).toBeChecked();
  await expect(node.dialog.getByRole('table').first()).toContainText('https://erp.example/v1');
  await expect(publish).toBeEnabled();
  await publish.click();
  await expect(node.state).toContainText(node.words.published);

  const text = await (await page.request.get(`/api/v1/workflows/${workflowId}/export`)).text();
  expect(text).toContain('    - - name: load-prices # first\n        template: call\n');
  expect(text.match(/retryStrategy:/g)).toHaveLength(1);
  await page.goto(await open('load-prices'));
  await expect(page.getByRole('button', { name: node.words.standard })).toBeVisible();
  await expect(node.tries).toHaveCount(0);
});

test('a task that has to be put into a block says so, and both schedules stand side by side', async ({ page, db }) => {
  const { open } = await bring(db, 'wrapped-call.yaml', SERVERLESS);
  await page.goto(await open('ask'));
  const node = new NodePage(page, 'en');
  await page.getByRole('button', { name: node.words.standard }).click();
  await page.getByRole('button', { name: node.words.safe }).first().click();
  await node.draftIsSaved();
  const lines = node.side('lines');
  await expect(lines.getByRole('table', { name: /^Waits before each attempt, by your rule and by/ })).toBeVisible();
  await node.review.click();
  await expect(node.dialog).toContainText('This node is put into a “try” block');
  await expectNoAxeViolations(page);
  await node.dialog.getByRole('button', { name: node.words.publish, exact: true }).click();
  await expect(node.state).toContainText(node.words.published);
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the version of the engine decides what is said of its waits', async ({ page, db }) => {
    const { workflowId } = await bring(db, 'old-engine.yaml', KESTRA);
    await page.goto(`/workflows/${workflowId}`);
    const exportSection = page.locator('#export');
    await expect(exportSection.getByRole('table')).toHaveCount(0);
    const version = page.getByRole('combobox', { name: /^运行它的 Kestra 版本/ });
    await version.selectOption({ index: 2 });
    await expect(page.getByText('已保存')).toBeVisible();
    await exportSection.locator('summary').click();
    await expect(exportSection.getByRole('table')).toContainText('立即');
    await expect(exportSection.getByRole('table')).toContainText('5 秒');
    await expectNoAxeViolations(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
});

/** A workflow of its own, brought by the command that the page uses. */
async function bring(db: Db, fileName: string, text: string) {
  const ctx: Ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  const imported = await importWorkflow(ctx, { fileName, content: Buffer.from(text).toString('base64') });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  const { workflowId } = imported.value;
  const open = async (nodeId: string) => {
    const { id } = await db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
    return `/nodes/${id}`;
  };
  return { workflowId, open };
}
