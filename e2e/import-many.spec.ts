import { readFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { ImportPage } from './pages/import.page';

const KEY = 'e2e-many';
const flow = (key: string, more = '') =>
  `format: failpath/v1\nworkflow: ${KEY}-${key}\nname: Many ${key}\nnodes:\n  - id: charge\n    type: http\n${more}`;
const RETRY = '    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }\n';
const ASL = '{"StartAt":"A","States":{"A":{"Type":"Task","Resource":"arn:aws:lambda:x","End":true}}}';
const SIDECAR = `format: failpath/v1\nsidecarOf: ${KEY}-asl.json\nworkflow: ${KEY}-asl\nnodes: []\n`;

/** 12 files, their companion and a picture; one breaks off in line 8. */
function archive(): Buffer {
  const files: Record<string, string> = {
    [`flows/${KEY}-asl.json`]: ASL,
    [`flows/${KEY}-asl.failpath.yaml`]: SIDECAR,
    'flows/torn.failpath.yaml': `${flow('torn')}    retry: [\n`,
    'flows/picture.png': 'no text',
  };
  for (let index = 0; index < 10; index++) files[`flows/${index}.failpath.yaml`] = flow(`${index}`);
  const entries = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

test.beforeEach(async ({ db }) => {
  await db.workflow.deleteMany({ where: { key: { startsWith: KEY } } });
  await db.importBatch.deleteMany();
  await db.rejectedImport.deleteMany({ where: { fileName: 'torn.failpath.yaml' } });
});

test('a zip comes in file by file, the broken one is seen at its place, and what changed is replaced', async ({
  page,
}) => {
  const importing = new ImportPage(page);
  await importing.open();
  await importing.choose({ name: 'flows.zip', text: archive() });
  await expect(page).toHaveURL(/\/import\/batches\/[0-9a-f-]{36}$/);
  await expect(page.getByText('13 of 13 files done')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('All files are done.');
  const filter = page.getByRole('navigation', { name: 'Show only' });
  await expect(filter.getByRole('link', { name: 'New 11' })).toBeVisible();
  await expectNoAxeViolations(page);
  const batch = page.url();

  await filter.getByRole('link', { name: 'Unreadable 1' }).click();
  await page.getByRole('link', { name: 'Show it in the file' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('torn.failpath.yaml could not be read');
  const editor = page.getByRole('textbox', { name: 'Text of torn.failpath.yaml' });
  await expect(editor).toBeFocused();
  await expect.poll(() => editor.innerHTML()).toContain('Many torn');
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
  await expectNoAxeViolations(page);

  // The same files again, one of them changed: a reload in between takes nothing away.
  await importing.open();
  await importing.choose(
    { name: '0.failpath.yaml', text: flow('0') },
    { name: '1.failpath.yaml', text: flow('1', RETRY) },
    { name: '2.failpath.yaml', text: flow('2', '    note: x\n') },
  );
  await expect(page.getByText('3 of 3 files done')).toBeVisible();
  await page.reload();
  await expect(filter.getByRole('link', { name: 'Need a look 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Replace all 2' }).click();
  const question = page.getByRole('group', { name: /^Replace 2 workflows, with 1 changed failure policy and 0 nodes/ });
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(filter.getByRole('link', { name: 'Replaced 2' })).toBeVisible();
  await expect(page.getByText('Replaced: version 2 holds now')).toHaveCount(2);

  await page.goto(batch);
  await expect(filter.getByRole('link', { name: 'New 11' })).toBeVisible();
});

test('what needs a look is looked at by itself, and leads back', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.open();
  const files = (more: string) => [
    { name: 'a.failpath.yaml', text: flow('a', more) },
    { name: 'b.failpath.yaml', text: flow('b') },
  ];
  await importing.choose(...files(''), { name: 'c.failpath.yaml', text: flow('c') });
  await expect(page.getByText('3 of 3 files done')).toBeVisible();
  await importing.open();
  await importing.choose(...files(RETRY), { name: 'c.failpath.yaml', text: flow('c') });
  await expect(page.getByText('3 of 3 files done')).toBeVisible();
  await page.getByRole('link', { name: 'See what a.failpath.yaml would change' }).click();
  await importing.preview('Many a').getByRole('button', { name: 'Replace version 1' }).click();
  await expect(page).toHaveURL(/\/import\/batches\//);
  await expect(page.getByText('Replaced: version 2 holds now')).toBeVisible();
});

test('all workflows go out as one zip', async ({ page, db }) => {
  await page.goto('/workflows');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all' }).click();
  const files = unzipSync(await readFile(await (await download).path()));
  const { fileName, text } = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  expect(Buffer.from(files[fileName] ?? []).toString()).toBe(text);
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(await db.workflow.count());
});

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('the same zip, and the text at the place', async ({ page }) => {
    const importing = new ImportPage(page);
    await importing.open();
    await importing.choose({ name: 'flows.zip', text: archive() });
    await expect(page.getByText('已完成 13 / 13 个文件')).toBeVisible();
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wider()).toBe(0);
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: '无法读取 1' }).click();
    await page.getByRole('link', { name: '在文件中查看' }).click();
    await expect(page.getByRole('textbox', { name: 'torn.failpath.yaml 的文本' })).toBeFocused();
    expect(await wider()).toBe(0);
    await expectNoAxeViolations(page);
  });
});
