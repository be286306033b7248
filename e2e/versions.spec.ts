import type { Page } from '@playwright/test';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db } from '@/lib/db/client';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { putSkeleton, setAt } from '@/lib/policy/edit';
import type { JsonObject } from '@/lib/shared/json';
import { saveDraft } from '@/lib/workflows/drafts';
import { importWorkflow } from '@/lib/workflows/import';
import { publishPolicy } from '@/lib/workflows/publish';
import { getNode } from '@/lib/workflows/queries';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { VersionsPage } from './pages/versions.page';

const text = (key: string) => `# kept by hand
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
  - id: label
    name: Print the label
    type: http
    actions: []
`;

test('compare two versions in words and lines, restore the older one; a draft stays, and the file says the old rule again', async ({
  page,
  db,
}) => {
  const trial = await bring(db, 'parcels');
  await trial.publish('weigh', putSkeleton, 'first rules');
  const old = await download(page, trial.workflowId);
  await trial.publish('weigh', (policy) =>
    setAt(setAt(policy, ['retry', 'maxAttempts'], 7), ['alert', 'silence'], '2h'),
  );
  await trial.publish('label', (policy) => ({ ...policy, owner: 'payments-ops' }));
  await trial.draft('weigh', (policy) => setAt(policy, ['alert', 'silence'], '10m'));

  const versions = new VersionsPage(page, 'en');
  await page.goto(`/workflows/${trial.workflowId}`);
  await page.getByRole('link', { name: 'All 4 versions, compare and restore' }).click();
  await expect(versions.rows).toHaveCount(4);
  await expect(versions.rows.first()).toContainText('holds now');
  await expect(versions.rows.nth(2)).toContainText('first rules');
  await expect(versions.rows.nth(3)).toContainText('Imported');
  await expectNoAxeViolations(page);

  await versions.compare(2, 4);
  const tries = versions.changes('Weigh the parcel').getByRole('row', { name: /^Tries in all/ });
  await expect(tries.getByRole('cell')).toHaveText(['3', '7']);
  await expect(versions.changes('Weigh the parcel')).toContainText('2 hours');
  await expect(versions.changes('Print the label')).toContainText('none of its own');
  const file = 'parcels.yaml';
  await expect(versions.lines(file)).toContainText('maxAttempts: 7');
  await expect(versions.lines(file).getByRole('row', { name: /removed.*maxAttempts: 3/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Swap the two' }).click();
  await expect(tries.getByRole('cell')).toHaveText(['7', '3']);

  await page.getByRole('link', { name: 'All versions' }).click();
  await versions.openRestore(2);
  await expect(versions.note).toHaveValue('Restored from version 2');
  await expect(page.getByText(/Local owner has a draft open here/)).toBeVisible();
  await versions.include('Print the label').uncheck();
  await expectNoAxeViolations(page);
  await versions.submit.click();
  await expect(page.getByRole('status').filter({ hasText: 'Version 2 is restored as version 5.' })).toBeVisible();
  await expect(versions.rows.first()).toContainText('restored from version 2');

  const restored = await download(page, trial.workflowId);
  expect(restored).toBe(`${old.trimEnd()}\n    owner: payments-ops\n`);
  await page.goto(`/nodes/${await trial.rowId('weigh')}`);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Somebody else published this node meanwhile' }),
  ).toBeVisible();
});

test.describe('in Chinese, on a phone, in the dark', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('one node is restored from its own history; a publication in between is told and nothing is lost', async ({
    page,
    db,
  }) => {
    const trial = await bring(db, 'baoguo');
    await trial.publish('weigh', putSkeleton);
    await trial.publish('weigh', (policy) => setAt(policy, ['retry', 'maxAttempts'], 9));
    await trial.publish('label', (policy) => ({ ...policy, owner: 'payments-ops' }));

    const versions = new VersionsPage(page, 'zh-CN');
    await page.goto(`/nodes/${await trial.rowId('weigh')}`);
    await page.getByRole('link', { name: '该节点的版本' }).click();
    await expect(versions.rows).toHaveCount(3);
    await expectNoAxeViolations(page);
    await versions.openRestore(2);
    await versions.note.fill('回到平稳的规则');
    await trial.publish('label', (policy) => setAt(policy, ['owner'], undefined));
    await versions.submit.click();
    await expect(versions.refusal).toContainText('第 5 版');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: versions.words.refresh }).click();
    await expect(versions.refusal).toBeHidden();
    await expect(versions.note).toHaveValue('回到平稳的规则');
    await expect(versions.changes('Weigh the parcel').getByRole('row', { name: /最多尝试次数/ })).toContainText('9');
    await versions.submit.click();
    await expect(page.getByRole('status').filter({ hasText: '第 2 版已恢复，成为第 6 版' })).toBeVisible();
    await expect(versions.rows.first()).toContainText('回到平稳的规则');
    expect(await download(page, trial.workflowId)).toContain('maxAttempts: 3');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

/** A workflow of its own, and what people do to it, by the commands that the pages use. */
async function bring(db: Db, key: string) {
  const context = (): Ctx => ({ db, actor: LOCAL_OWNER, now: new Date() });
  const content = Buffer.from(text(key)).toString('base64');
  const imported = await importWorkflow(context(), { fileName: `${key}.yaml`, content });
  if (!imported.ok) throw new Error(imported.error.reason);
  const { workflowId } = imported.value;
  const rowId = async (nodeId: string) => {
    const { id } = await db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
    return nodeRowIdSchema.parse(id);
  };
  const read = async (nodeId: string) => {
    const node = await getNode(context(), await rowId(nodeId));
    return { policy: policyPart(node?.config ?? {}), baseVersion: node?.version ?? 0 };
  };
  return {
    workflowId,
    rowId,
    publish: async (nodeId: string, edit: (policy: JsonObject) => JsonObject, note?: string) => {
      const { policy, baseVersion } = await read(nodeId);
      const input = { nodeRowId: await rowId(nodeId), document: edit(policy), baseVersion, note };
      const result = await publishPolicy(context(), { ...input, replaceEngineRetry: false });
      if (!result.ok) throw new Error(JSON.stringify(result.error));
    },
    draft: async (nodeId: string, edit: (policy: JsonObject) => JsonObject) => {
      const { policy: base, baseVersion } = await read(nodeId);
      const input = { nodeRowId: await rowId(nodeId), document: edit(base), base, baseVersion, revision: 0 };
      const result = await saveDraft(context(), { ...input, replaceEngineRetry: false });
      if (!result.ok) throw new Error(result.error.reason);
    },
  };
}

async function download(page: Page, workflowId: string): Promise<string> {
  return (await page.request.get(`/api/v1/workflows/${workflowId}/export`)).text();
}
