import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Db } from '@/lib/db/client';
import type { Locale } from '@/lib/i18n/locales';
import { runOn } from '@/lib/testing/server';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { SourceWizardPage } from './pages/source-wizard.page';
import { product } from './product';

const PLATFORMS = path.resolve(import.meta.dirname, '../testdata/platforms');
const HTTP_NODE = '1700000000001';
const APP = 'a0000000-0000-0000-0000-000000000001';

/** The tables of a platform, in the product's own database: as they come, whatever stood there. */
async function loadPlatform(name: string): Promise<void> {
  const { databaseUrl: url } = product();
  if (url === null) throw new Error('The database of the product is not known.');
  for (const file of ['00_common', name]) await runOn(url, await readFile(path.join(PLATFORMS, `${file}.sql`), 'utf8'));
}

/** The draft of the sample app, as Dify keeps it. */
async function draftGraph(db: Db): Promise<string> {
  const rows = await db.$queryRaw<{ graph: string }[]>`
    select graph from dify.workflows where app_id = ${APP}::uuid and version = 'draft'`;
  return rows[0]?.graph ?? '';
}

interface Graph {
  readonly nodes: readonly { readonly id: string; readonly data: Readonly<Record<string, unknown>> }[];
}

function nodeData(graph: string, id: string): Readonly<Record<string, unknown>> {
  const read: Graph = JSON.parse(graph);
  return read.nodes.find((node) => node.id === id)?.data ?? {};
}

/** What stands before and behind the HTTP node's own settings: nothing of it belongs to the policy. */
function around(graph: string): readonly [string, string] {
  const begin = graph.indexOf('"data"');
  const end = graph.indexOf('{"id":"1700000000002"');
  expect(begin).toBeGreaterThan(0);
  expect(end).toBeGreaterThan(begin);
  return [graph.slice(0, begin), graph.slice(end)];
}

async function connectDify(page: Page, language: Locale, name: string): Promise<void> {
  const wizard = new SourceWizardPage(page, language);
  await wizard.open();
  await wizard.next();
  await wizard.isAt('platform');
  await wizard.choose(/^Dify/);
  await wizard.next();
  await wizard.isAt('meaning');
  await wizard.next();
  await wizard.isAt('look');
  await expect(wizard.rows.filter({ hasText: 'HTTP_503' }).first()).toContainText(HTTP_NODE);
  await wizard.name.fill(name);
  await wizard.connect();
}

async function openHttpNode(page: Page, db: Db): Promise<void> {
  const node = await db.node.findFirstOrThrow({ where: { nodeId: HTTP_NODE, workflow: { key: APP } } });
  await page.goto(`/nodes/${node.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test.describe('the Dify sample', () => {
  test('through the wizard, its failures, and a policy in its draft graph', async ({ page, db }) => {
    test.setTimeout(240_000);
    // Behind what puts the sample data back.
    await loadPlatform('dify');
    const before = await draftGraph(db);
    await page.goto('/sources');
    await page.getByRole('link', { name: 'Connect a source' }).click();
    await connectDify(page, 'en', 'E2E Dify');
    await expect(page.getByRole('link', { name: 'Order triage' })).toBeVisible();
    await expectNoAxeViolations(page);

    await page.goto('/failures?q=Call%20ERP');
    await expect(page.getByRole('row').filter({ hasText: 'HTTP_503' }).first()).toContainText('Call ERP');
    await expect(page.getByRole('region', { name: 'Where these figures come from' })).toContainText('E2E Dify: as of');

    await openHttpNode(page, db);
    const node = new NodePage(page, 'en');
    await node.decide('HTTP_503', 'retry');
    await node.tries.fill('4');
    await page.getByRole('button', { name: node.words.safe }).first().click();
    await node.chooseOwner('Payments operations');
    await page.getByRole('button', { name: node.words.record }).click();
    await node.draftIsSaved();
    await node.publish();

    const after = await draftGraph(db);
    expect(around(after)).toEqual(around(before));
    const { failpath, retry_config: retry, ...rest } = nodeData(after, HTTP_NODE);
    const { retry_config: _, ...restBefore } = nodeData(before, HTTP_NODE);
    expect(rest).toEqual(restBefore);
    expect(retry).toMatchObject({ retry_enabled: true, max_retries: 3 });
    expect(failpath).toMatchObject({ owner: 'payments-ops' });
  });

  test('somebody changed the graph meanwhile: both sides, and nothing lost', async ({ page, db }) => {
    test.setTimeout(240_000);
    await loadPlatform('dify');
    const connected = await db.source.findFirst({ where: { name: 'E2E Dify' } });
    if (connected === null) await connectDify(page, 'en', 'E2E Dify');
    await openHttpNode(page, db);
    const node = new NodePage(page, 'en');
    await expect(node.tries).toBeVisible();
    await node.tries.fill('6');
    await node.draftIsSaved();
    await node.review.click();
    await expect(node.dialog).toBeVisible();
    await db.$executeRaw`
      update dify.workflows set graph = replace(graph, '"max_retries":2', '"max_retries":8'), updated_at = now()
      where app_id = ${APP}::uuid and version = 'draft'`;
    const theirs = await draftGraph(db);
    await node.dialog.getByRole('button', { name: node.words.publish, exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else published this node meanwhile' });
    await expect(conflict).toBeVisible();
    await expect(conflict.getByRole('row').filter({ hasText: /9/ }).first()).toContainText('6');
    expect(await draftGraph(db)).toBe(theirs);
    await page.reload();
    await expect(node.tries).toHaveValue('6');
  });
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN', colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('the wizard on a phone, each step for everybody', async ({ page }) => {
    test.setTimeout(240_000);
    await loadPlatform('dify');
    const wizard = new SourceWizardPage(page, 'zh-CN');
    await wizard.open();
    await expectNoAxeViolations(page);
    await wizard.next();
    await wizard.isAt('platform');
    await expectNoAxeViolations(page);
    await wizard.choose(/^Dify/);
    await wizard.next();
    await wizard.isAt('meaning');
    await expectNoAxeViolations(page);
    await wizard.next();
    await wizard.isAt('look');
    await expect(wizard.rows.filter({ hasText: 'HTTP_503' }).first()).toBeVisible();
    await expectNoAxeViolations(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, 'wider than a phone').toBeLessThanOrEqual(0);
  });
});

test('another Postgres: the fault has its name and its remedy, and no entry is lost by it, by going back, or by a reload', async ({
  page,
}) => {
  const wizard = new SourceWizardPage(page);
  await wizard.open();
  await page.getByRole('radio', { name: 'Another Postgres' }).click();
  await wizard.next();
  await expect(page.getByRole('textbox', { name: 'Host' })).toHaveAccessibleDescription(/which server/);
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Port' }).fill('5999');
  await page.getByRole('textbox', { name: 'Database' }).fill('dify');
  await page.getByRole('textbox', { name: 'User' }).fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('hunter2 & more');
  await wizard.next();
  const fault = page.getByRole('alert').filter({ hasText: 'private network' });
  await expect(fault).toContainText('FAILPATH_SOURCE_HOSTS=127.0.0.1:5999');
  await wizard.isAt('place');
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(page.getByText('Your entries are back')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Host' })).toHaveValue('127.0.0.1');
  await expect(page.getByRole('textbox', { name: 'User' })).toHaveValue('reader');
  const kept = await page.evaluate(() => JSON.stringify({ ...window.localStorage }));
  expect(kept).not.toContain('hunter2');

  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('radio', { name: 'This database' })).toBeChecked();
});

test('tables that are named by hand: JSON by clicking a value, unknown status values given a meaning', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await loadPlatform('conductor');
  const wizard = new SourceWizardPage(page);
  await wizard.open();
  await wizard.next();
  await wizard.isAt('platform');
  await wizard.choose(wizard.words.tables);
  await wizard.next();
  await wizard.isAt('meaning');
  await wizard.next();
  const table = page.getByRole('combobox', { name: 'Table of the attempts' });
  await expect(table).toHaveAccessibleDescription(/Choose one/);
  await table.selectOption({ label: 'task' });
  await expect(page.getByRole('region', { name: 'Rows of cdt.task' })).toBeVisible();

  const pick = async (field: string, place: RegExp) => {
    await page.getByRole('combobox', { name: field, exact: true }).selectOption('json_data');
    await page.getByRole('button', { name: `Pick from a row: ${field}` }).click();
    await page.getByRole('button', { name: place }).click();
  };
  await pick('Node', /^referenceTaskName: /);
  await pick('Workflow', /^workflowType: /);
  await pick('Run', /^workflowInstanceId: /);
  await pick('Status', /^status: /);
  await pick('Time', /^endTime: /);
  await page.getByRole('combobox', { name: 'How the time is written: Time' }).selectOption('epoch_ms');
  await expectNoAxeViolations(page);
  await wizard.back();
  await wizard.next();
  await expect(page.getByRole('textbox', { name: 'Place within the JSON of: Node' })).toHaveValue('referenceTaskName');

  await wizard.next();
  await wizard.isAt('look');
  const problems = page.getByRole('region', { name: 'Not understood' });
  await expect(problems).toContainText('has no meaning');
  await problems.getByRole('button', { name: 'Say what it means' }).first().click();
  for (const [status, meaning] of [
    ['COMPLETED', 'succeeded'],
    ['FAILED', 'failed'],
  ] as const)
    await page.getByRole('combobox', { name: `Meaning of status ${status}`, exact: true }).selectOption(meaning);
  await expect(wizard.rows.filter({ hasText: 'Failed' }).first()).toBeVisible();
  await expectNoAxeViolations(page);
});
