import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { diffLines } from 'diff';
import { aslServiceMessages } from '@/lib/dialects/testing/asl-service';
import type { Locale } from '@/lib/i18n/locales';
import { writeRuns } from '@/lib/testing/history';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';

const CORPUS = path.resolve(import.meta.dirname, '../testdata/corpus/asl');
const FILE = 'saga-pattern-tf__statemachine.asl.json';
const NODE = 'ProcessPayment';

const JOURNEYS: readonly {
  language: Locale;
  file: string;
  input: RegExp;
  read: RegExp;
  take: RegExp;
  sentence: RegExp;
}[] = [
  {
    language: 'en',
    file: 'saga-travel.asl.json',
    input: /^Workflow file/,
    read: /^Import/,
    take: /^Download saga-travel\.asl\.json/,
    sentence: /tried up to 4 times within 14 seconds/,
  },
  {
    language: 'zh-CN',
    file: 'saga-lvxing.asl.json',
    input: /^工作流文件/,
    read: /^导入/,
    take: /^下载 ?saga-lvxing\.asl\.json/,
    sentence: /14 秒内最多尝试 4 次/,
  },
];

for (const { language, file, input, read, take, sentence } of JOURNEYS) {
  test.describe(`from a real file to the updated file (${language})`, () => {
    test.use({ language });

    test(`import, classify, retry, owner, publish, export${language === 'en' ? '' : ' @long'}`, async ({
      page,
      db,
    }) => {
      const original = await readFile(path.join(CORPUS, FILE), 'utf8');
      await page.goto('/import');
      const bytes = { name: file, mimeType: 'application/json', buffer: Buffer.from(original) };
      await expect(page.getByLabel(input)).toBeEnabled();
      await page.getByLabel(input).setInputFiles(bytes);
      await page.getByRole('main').getByRole('button', { name: read }).click();
      await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}/);
      const workflowUrl = page.url();
      expect(await download(page, take)).toBe(original);

      const key = file.replace('.asl.json', '');
      const runs = [
        ...['a', 'b', 'c'].map((run) => ({
          runId: `${key}-${run}`,
          nodeId: NODE,
          codes: ['PaymentGatewayBusy'],
          recovers: true,
        })),
        { runId: `${key}-d`, nodeId: NODE, codes: ['CardRefused'], message: '<img src=x onerror=alert(1)>' },
      ];
      await writeRuns(db, key, runs, new Date());

      await page.reload();
      await page.getByRole('row').getByRole('link', { name: NODE, exact: true }).first().click();
      const node = new NodePage(page, language);
      await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
      await node.decide('PaymentGatewayBusy', 'retry');
      await node.decide('CardRefused', 'person');
      await node.tries.fill('4');
      await page.getByRole('button', { name: node.words.safe }).first().click();
      await node.chooseOwner('Payments operations');
      await page.getByRole('button', { name: node.words.record }).click();
      await expect(node.side('words')).toContainText(sentence);
      await expect(node.side('clock').getByRole('listitem')).toHaveCount(4);
      await expect(node.side('lines')).toContainText('PaymentGatewayBusy');
      await node.draftIsSaved();
      await expectNoAxeViolations(page);

      await page.reload();
      await expect(node.tries).toHaveValue('4');
      await node.publish();

      await page.goto(workflowUrl);
      const exported = await download(page, take);
      const changed = diffLines(original, exported).filter((part) => part.added || part.removed);
      expect(changed.map((part) => part.value).join('')).toContain('PaymentGatewayBusy');
      expect(withoutRetry(exported, NODE)).toEqual(withoutRetry(original, NODE));
      expect(untouchedLines(original, exported)).toBeGreaterThan(original.split('\n').length - 12);
      const before = await aslServiceMessages(original, file);
      expect((await aslServiceMessages(exported, file)).filter((message) => !before.includes(message))).toEqual([]);
      const sidecar = await download(page, /failpath\.yaml$/);
      expect(sidecar).toContain('owner: payments-ops');
    });
  });
}

async function download(page: Page, name: RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).first().click()]);
  return readFile(await file.path(), 'utf8');
}

/** The machine without the `Retry` of one state: everything that a publication may not touch. */
function withoutRetry(text: string, state: string): unknown {
  const machine: { States: Record<string, Record<string, unknown>> } = JSON.parse(text);
  const { Retry: _, ...rest } = machine.States[state] ?? {};
  return { ...machine, States: { ...machine.States, [state]: rest } };
}

function untouchedLines(before: string, after: string): number {
  return diffLines(before, after)
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.count, 0);
}
