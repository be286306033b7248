import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { ImportPage } from './pages/import.page';

const KEY = 'e2e-import';
const text = (retry = 3, more = '') => `# <img src=x onerror=alert(1)>
format: failpath/v1
workflow: ${KEY}
name: Import trial
nodes:
  - id: charge
    name: Charge
    type: http
    retry: { maxAttempts: ${retry}, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
  - id: ship
    name: Ship
    type: http
${more}`;
const file = (content: string) => ({ name: 'trial.failpath.yaml', text: content });

test.beforeEach(async ({ db }) => {
  await db.workflow.deleteMany({ where: { key: KEY } });
  await db.rejectedImport.deleteMany({ where: { fileName: { startsWith: 'trial' } } });
});
test.afterEach(async ({ db }) => {
  await db.workflow.deleteMany({ where: { key: KEY } });
  await db.rejectedImport.deleteMany({ where: { fileName: { startsWith: 'trial' } } });
});

test('a file comes in, is replaced, and goes out byte for byte', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.open();
  await importing.drop(file(text()));
  const preview = importing.preview('Import trial');
  await expect(preview.getByText('New workflow')).toBeVisible();
  await expect(preview.getByText('2 nodes in this file')).toBeVisible();
  await expectNoAxeViolations(page);
  await preview.getByRole('button', { name: 'Import' }).click();

  await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}/);
  await expect(page.getByText('Import trial is imported.')).toBeVisible();
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download trial.failpath.yaml' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(text());

  await importing.open();
  await importing.choose(file(text()));
  await expect(preview.getByText('Already here, unchanged')).toBeVisible();
  await importing.choose(file(text(5, '  - { id: thank, name: Thank, type: http }\n')));
  await expect(preview.getByText('Would change version 1')).toBeVisible();
  await expect(preview.getByText('New nodes (1)')).toBeVisible();
  await expect(preview.getByText('Failure policy changes (1)')).toBeVisible();
  await preview.getByRole('button', { name: 'Replace version 1' }).click();
  await expect(page.getByText('Import trial is replaced: version 2 holds now.')).toBeVisible();
});

test('whoever was slower sees what holds now before replacing it', async ({ page, db }) => {
  const importing = new ImportPage(page);
  await importing.open();
  await importing.choose(file(text()));
  const preview = importing.preview('Import trial');
  await preview.getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL(/\/workflows\//);
  await importing.open();
  await importing.choose(file(text(5)));
  await expect(preview.getByText('Would change version 1')).toBeVisible();
  await db.workflow.updateMany({ where: { key: KEY }, data: { version: 2 } });
  await preview.getByRole('button', { name: 'Replace version 1' }).click();
  await expect(preview.getByRole('alert')).toContainText('Somebody changed this workflow meanwhile');
  await expect(preview.getByRole('button', { name: 'Replace version 2' })).toBeVisible();
});

test('bad input gets a reason and a place, and nothing is lost', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.open();

  await importing.choose({
    name: 'trial-gbk.yaml',
    text: Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x3a, 0x20, 0xb6, 0xa9]),
  });
  await expect(importing.notice).toContainText('trial-gbk.yaml could not be read');
  await expect(importing.reasons).toContainText('line 1, column 7');
  await expect(page.getByRole('link', { name: 'Download trial-gbk.yaml' })).toBeVisible();
  await expectNoAxeViolations(page);

  await importing.choose({ name: 'trial-big.json', text: 'x'.repeat(6 * 1024 * 1024) });
  await expect(importing.notice.first()).toContainText('trial-big.json has 6 MB; the limit is 5 MB.');

  const faulty = text(3, '  - id: <b>bold</b>\n    retry: { maxAttempts: 0 }\n');
  await importing.paste('trial.failpath.yaml', faulty);
  const pasted = page.getByRole('textbox', { name: 'Text of the definition' });
  await importing.drop({ name: 'trial-dropped.yaml', text: 'shopping: [milk]' });
  await expect(importing.notice).toContainText('trial-dropped.yaml could not be read');
  await page.getByRole('tab', { name: 'Paste text' }).click();
  await expect(pasted).toHaveValue(faulty);
  await page.getByRole('button', { name: 'Read it' }).click();
  const findings = importing.preview('Import trial').getByRole('list', { name: 'What to know about this file' });
  await expect(findings).toContainText('line 14');
  await expect(findings).toContainText('maxAttempts: 0');
  await page.route('**/import', (route) => route.abort());
  await importing.preview('Import trial').getByRole('button', { name: 'Import' }).click();
  await expect(importing.notice.first()).toContainText('Your file is still here');
  await expect(pasted).toHaveValue(faulty);
  await page.unroute('**/import');
  await importing.preview('Import trial').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Import trial is imported.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('names of 60 characters without a space stay within the page', async ({ page, db }) => {
    const long = (first: string) => first.padEnd(60, 'W');
    const importing = new ImportPage(page);
    await importing.open();
    await importing.choose({
      name: 'trial.failpath.yaml',
      text: `format: failpath/v1
workflow: ${KEY}
name: ${long('n')}
nodes:
  - id: ${long('i')}
    name: ${long('m')}
    type: ${long('t')}
    actions: [{ id: ${long('a')}, kind: http, target: ${long('g')}, idempotent: false, repeatable: false }]
    classification: [{ code: ${long('c')}, class: terminal, reason: ${long('r')} }]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s, retryOn: [${long('o')}] }
`,
    });
    await importing.preview(long('n')).getByRole('button', { name: 'Import' }).click();
    await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}/);
    const { id, nodes } = await db.workflow.findFirstOrThrow({ where: { key: KEY }, include: { nodes: true } });
    const below = `/workflows/${id}`;
    for (const path of [below, `${below}/versions`, `${below}/skeleton`, `/nodes/${nodes[0]?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText('WWW').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
    }
  });
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('the same journey on a phone', async ({ page }) => {
    await page.goto('/import');
    const input = page.getByLabel('工作流文件，如有配套文件可一并选择');
    await expect(input).toBeEnabled();
    await input.setInputFiles({
      name: 'trial.failpath.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(text()),
    });
    await expect(page.getByText('新的工作流')).toBeVisible();
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wider()).toBe(0);
    await page.getByRole('button', { name: '导入' }).click();
    await expect(page.getByText('Import trial 已导入。')).toBeVisible();
    expect(await wider()).toBe(0);
    await expectNoAxeViolations(page);
  });
});
