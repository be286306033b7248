import type { Locator, Page } from '@playwright/test';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db } from '@/lib/db/client';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { setAt } from '@/lib/policy/edit';
import type { JsonObject } from '@/lib/shared/json';
import { importWorkflow } from '@/lib/workflows/import';
import { publishPolicy } from '@/lib/workflows/publish';
import { getNode } from '@/lib/workflows/queries';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { ImportPage } from './pages/import.page';

const text = (key: string, { tries = 3, silence = '30m', label = true } = {}) => `# made by the platform
format: failpath/v1
workflow: ${key}
name: Parcel trial ${key}
owner: payments-ops
nodes:
  - id: weigh
    name: Weigh the parcel
    type: http
    actions:
      - { id: scale, kind: http, idempotent: true }
    retry: { maxAttempts: ${tries}, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
  - id: hand-over
    name: Hand it over
    type: http
    alert: { silence: ${silence} }
${label ? '  - id: label\n    name: Print the label\n    type: http\n' : ''}`;

const tries = (maxAttempts: number) => (policy: JsonObject) => setAt(policy, ['retry', 'maxAttempts'], maxAttempts);
const owned = (policy: JsonObject) => setAt(policy, ['owner'], 'payments-ops');

test('a changed file comes again: what was published here is kept, both sides are shown, and a conflict is decided by keyboard', async ({
  page,
  db,
}) => {
  const trial = await bring(db, 'again');
  await trial.publish('weigh', tries(5));
  await trial.publish('hand-over', owned);
  await trial.publish('label', owned);
  const importing = new ImportPage(page);
  await importing.open();
  await importing.choose({ name: 'again.yaml', text: text('again', { tries: 7, silence: '2h', label: false }) });

  const preview = importing.preview('Parcel trial again');
  await expect(preview.getByRole('heading', { name: 'Parcel trial again' })).toBeFocused();
  await expect(preview.getByText('2 nodes are still open.')).toBeVisible();
  const weigh = preview.getByRole('group', { name: /^Weigh the parcel/ });
  await expect(weigh.getByRole('row', { name: /^Tries in all/ }).getByRole('cell')).toHaveText(['3', '5', '7']);
  await expect(preview.getByRole('group', { name: /^Print the label/ })).toContainText('has this node no more');
  await expect(preview.getByRole('region', { name: 'Kept from here (1)' })).toContainText('Hand it over');
  await expect(preview.getByRole('button', { name: 'Import as version 5' })).toBeDisabled();
  await expectNoAxeViolations(page);

  await decideByKeyboard(page, weigh.getByRole('radio', { name: 'Keep what is here' }));
  await expect(preview.getByText('1 node is still open.')).toBeVisible();
  await decideByKeyboard(page, preview.getByRole('checkbox', { name: 'Remove the node and lose its policy' }));
  await expect(preview.getByText('All are decided.')).toBeVisible();
  const lines = preview.getByRole('region', { name: 'Lines that would change here' });
  await expect(lines.getByRole('row', { name: /added.*silence: 2h/ })).toBeVisible();
  await expect(lines.getByRole('row', { name: /removed.*id: label/ })).toBeVisible();
  await expect(lines).not.toContainText('maxAttempts: 7');
  await expect(preview.getByRole('checkbox')).toBeFocused();
  await expectNoAxeViolations(page);

  await preview.getByRole('button', { name: 'Replace without merging' }).press('Enter');
  await expect(preview.getByRole('group', { name: /^Replace everything/ })).toContainText('lost in 3 nodes');
  await page.keyboard.press('Enter');
  await preview.getByRole('button', { name: 'Import as version 5' }).press('Enter');
  await expect(page.getByText('Parcel trial again is replaced: version 5 holds now.')).toBeVisible();
  expect(await trial.policy('weigh')).toMatchObject({ retry: { maxAttempts: 5 } });
  expect(await trial.policy('hand-over')).toEqual({ alert: { silence: '2h' }, owner: 'payments-ops' });
  expect(await db.node.count({ where: { workflowId: trial.workflowId } })).toBe(2);

  await importing.open();
  await importing.choose({ name: 'again.yaml', text: text('again', { tries: 7, silence: '2h', label: false }) });
  await expect(preview.getByText('Your file brings nothing new')).toBeVisible();
});

test('somebody publishes while both sides are looked at: what was chosen then decides nothing', async ({
  page,
  db,
}) => {
  const trial = await bring(db, 'meanwhile');
  await trial.publish('weigh', tries(5));
  const importing = new ImportPage(page);
  await importing.open();
  await importing.choose({ name: 'meanwhile.yaml', text: text('meanwhile', { tries: 7 }) });
  const preview = importing.preview('Parcel trial meanwhile');
  await preview.getByRole('radio', { name: 'Take your file' }).check();
  await expect(preview.getByRole('button', { name: 'Import as version 3' })).toBeEnabled();
  await trial.publish('weigh', tries(6));
  await preview.getByRole('button', { name: 'Import as version 3' }).click();
  await expect(preview.getByRole('alert')).toContainText('Somebody changed this workflow meanwhile');
  await expect(preview.getByRole('row', { name: /^Tries in all/ }).getByRole('cell')).toHaveText(['3', '6', '7']);
  await expect(preview.getByRole('radio', { name: 'Take your file' })).not.toBeChecked();
  await expect(preview.getByRole('button', { name: 'Import as version 4' })).toBeDisabled();
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 } });

  test('a conflict is decided on a phone, within the page', async ({ page, db }) => {
    const trial = await bring(db, 'chinese');
    await trial.publish('weigh', tries(5));
    const importing = new ImportPage(page);
    await importing.open();
    await importing.choose({ name: 'chinese.yaml', text: text('chinese', { tries: 7 }) });
    const preview = importing.preview('Parcel trial chinese');
    await expect(preview.getByText('这里和您的文件都改了，但改得不同。')).toBeVisible();
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await decideByKeyboard(page, preview.getByRole('radio', { name: '采用文件的' }));
    await expect(preview.getByRole('region', { name: '这里将会改动的行' })).toContainText('maxAttempts: 7');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await preview.getByRole('button', { name: '导入为第 3 版' }).press('Enter');
    await expect(page).toHaveURL(/imported=replaces/);
    expect(await trial.policy('weigh')).toMatchObject({ retry: { maxAttempts: 7 } });
  });
});

/** From the group's first choice to the wanted one, and taking it. */
async function decideByKeyboard(page: Page, choice: Locator): Promise<void> {
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
}

async function bring(db: Db, key: string) {
  const context = (): Ctx => ({ db, actor: LOCAL_OWNER, now: new Date() });
  const content = Buffer.from(text(key)).toString('base64');
  const imported = await importWorkflow(context(), { fileName: `${key}.yaml`, content });
  if (!imported.ok) throw new Error(imported.error.reason);
  const { workflowId } = imported.value;
  const read = async (nodeId: string) => {
    const { id } = await db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
    const node = await getNode(context(), nodeRowIdSchema.parse(id));
    return { id: nodeRowIdSchema.parse(id), policy: policyPart(node?.config ?? {}), baseVersion: node?.version ?? 0 };
  };
  return {
    workflowId,
    policy: async (nodeId: string) => (await read(nodeId)).policy,
    publish: async (nodeId: string, edit: (policy: JsonObject) => JsonObject) => {
      const { id: nodeRowId, policy, baseVersion } = await read(nodeId);
      const input = { nodeRowId, document: edit(policy), baseVersion, replaceEngineRetry: false };
      const result = await publishPolicy(context(), input);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
    },
  };
}
