import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db } from '@/lib/db/client';
import { awardCertificate } from '@/lib/drills/certificate-store';
import { provableNow } from '@/lib/drills/proof-queries';
import type { CertificateKind } from '@/lib/drills/vocabulary';
import { isJsonObject } from '@/lib/shared/json';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { ImportPage } from './pages/import.page';
import { NodePage } from './pages/node.page';

const KEY = 'e2e-proof';
const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const TEXT = `format: failpath/v1
workflow: ${KEY}
name: Proof trial
owner: order-ops
nodes:
  - id: pay
    name: Pay it
    type: http
    next: [thank]
    actions: [{ id: pay, kind: http, idempotent: false, repeatable: true }]
    classification: [{ code: card_declined, class: terminal }]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 1m }
    onExhausted: { action: manual, record: ${RECORD} }
  - id: thank
    name: Thank them
    type: http
    actions: []
`;

test.beforeEach(({ db }) => clean(db));
test.afterEach(({ db }) => clean(db));

test('a node is proved, its workflow with it, and one change voids it', async ({ page, db }) => {
  const workflowId = await bring(page, db);
  const { id } = await db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'pay' } });
  const proof = page.getByRole('region', { name: 'Proof' });
  const summary = page.getByRole('list', { name: 'Nodes by how far they are' });
  const standing = page.getByRole('region', { name: 'How far it is' });

  await page.goto(`/nodes/${id}`);
  await expect(proof).toContainText('configured is not executed');
  await expect(proof.getByRole('link', { name: 'Drill this node' })).toHaveAttribute('href', `/nodes/${id}/drill`);
  await page.goto(`/workflows/${workflowId}`);
  // While the page streams in, its markup may stand in the document twice.
  await expect(standing).toContainText('1 of 2 nodes complete');
  await expect(summary).toContainText('1 to be drilled');

  await pass(db, id, 'simulated');
  await page.goto(`/nodes/${id}`);
  await expect(proof).toContainText('That your platform executes the rule is not proved by that.');
  await proof.getByText('Drill by drill').click();
  await expect(proof.getByRole('listitem').filter({ hasText: 'In simulation, passed' }).first()).toBeVisible();
  await expectNoAxeViolations(page);

  await pass(db, id, 'platform');
  await page.goto(`/nodes/${id}`);
  await expect(proof).toContainText('Proved by the platform’s own log');
  await page.goto(`/workflows/${workflowId}`);
  await expect(standing).toContainText('Complete: every node is proved');
  await expect(page.getByRole('link', { name: 'Download e2e-proof.failpath.yaml' })).toBeVisible();
  const beside = await page.request.get(`/api/v1/workflows/${workflowId}/export?part=sidecar`);
  expect(await beside.text()).toContain('kind: platform');
  await expectNoAxeViolations(page);
  await summary.getByRole('link', { name: '1 proved on the platform' }).click();
  await expect(page).toHaveURL(/show=proved/);
  await expect(page.getByRole('link', { name: 'Pay it' })).toBeVisible();

  await page.goto(`/nodes/${id}`);
  const form = new NodePage(page, 'en');
  await page.getByRole('textbox', { name: form.words.firstWait }).fill('6');
  await form.draftIsSaved();
  await form.review.click();
  await expect(form.dialog).toContainText('Publishing voids what drills have proved');
  await expectNoAxeViolations(page);
  await form.dialog.getByRole('button', { name: form.words.publish, exact: true }).click();
  await expect(form.state).toContainText(form.words.published);
  await page.reload();
  await expect(proof).toContainText('no longer is: the policy was changed');
  await expect(proof.getByRole('link', { name: 'Drill again' })).toBeVisible();
  expect((await page.request.get(`/api/v1/workflows/${workflowId}/export?part=sidecar`)).status()).toBe(404);
});

test('a group says which of its nodes are proved, and opens them', async ({ page, db }) => {
  const workflowId = await bring(page, db);
  const group = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'order-ops' } });
  await page.goto(`/groups/${group.id}`);
  const nodes = page.getByRole('region', { name: 'Nodes of this group' });
  await expect(nodes.getByRole('list', { name: 'Nodes by how far they are' })).toContainText('to be drilled');
  await expectNoAxeViolations(page);
  await nodes.getByRole('link', { name: /^See all \d+ nodes in the list$/ }).click();
  await expect(page).toHaveURL(/group=order-ops/);
  const chip = page.getByRole('button', { name: /^Group: / });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expectNoAxeViolations(page);
  await chip.click();
  await expect(page).not.toHaveURL(/group=/);
  await page.goto(`/nodes?workflow=${workflowId}&show=configured`);
  await expect(page.getByRole('link', { name: 'Pay it' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Thank them' })).toHaveCount(0);
});

async function bring(page: Page, db: Db): Promise<string> {
  const form = new ImportPage(page);
  await form.open();
  await form.choose({ name: `${KEY}.yaml`, text: TEXT });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof trial' })).toBeVisible();
  return (await db.workflow.findFirstOrThrow({ where: { key: KEY } })).id;
}

/** As if the drills that the node needs had been passed a moment ago. */
async function pass(db: Db, nodeRowId: string, kind: CertificateKind): Promise<void> {
  const ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  const { config, workflow } = await db.node.findUniqueOrThrow({
    where: { id: nodeRowId },
    include: { workflow: true },
  });
  const node = { id: nodeRowId, config: isJsonObject(config) ? config : {}, workflowOwner: workflow.owner };
  const current = (await provableNow(ctx, [node])).get(nodeRowId);
  if (!current) throw new Error('the node is there');
  const target = kind === 'platform' ? 'staging' : 'sandbox';
  for (const drill of [1, 2, 3, 4] as const) {
    const award = { nodeRowId, drill, kind, target, nodeVersion: 1, passedAt: ctx.now, ...current };
    await awardCertificate(db, { ...award, trialId: randomUUID(), runId: randomUUID() });
  }
}

async function clean(db: Db): Promise<void> {
  await db.workflow.deleteMany({ where: { key: KEY } });
}
