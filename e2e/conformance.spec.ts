import { expect, expectNoAxeViolations, test } from './fixtures';

test.describe('the log check', () => {
  test('finds what was planted in the history, and opens it down to its attempts', async ({ page }) => {
    await page.goto('/conformance');
    await expect(page.getByRole('heading', { level: 1, name: 'Log check' })).toBeVisible();
    await expect(page.getByText('8 nodes, 9 findings')).toBeVisible();
    await expect(page.getByText(/executions of this period could be judged/)).toBeVisible();
    const nodes = page.getByRole('table', { name: 'By node' });
    await expect(nodes.getByRole('rowheader')).toHaveCount(8);
    // The worst first: the only node with two.
    await expect(nodes.getByRole('rowheader').first()).toContainText('Charge the card');
    await expect(page.getByRole('table', { name: 'By owner group' }).getByRole('rowheader').first()).toBeVisible();
    await expectNoAxeViolations(page);

    await page.getByLabel('Finding', { exact: true }).selectOption('Off schedule');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/finding=off_schedule/);
    await expect(page.getByText('3 nodes, 3 findings')).toBeVisible();
    await page.reload();
    await expect(nodes.getByRole('rowheader')).toHaveCount(3);

    await nodes.getByRole('link', { name: /^Off schedule: 1 at Reserve/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '1 finding' })).toBeVisible();
    await page.getByRole('link', { name: 'Evidence of run planted-late-reservation' }).click();
    const found = page.getByRole('region', { name: 'What was found' });
    await expect(found).toContainText('Attempt 2 came 40 seconds after the end of the one before it');
    await expect(found).toContainText('Mended on the platform');
    const attempts = page.getByRole('table', { name: 'Attempts of this execution' });
    await expect(attempts.getByRole('rowheader')).toHaveCount(2);
    await expectNoAxeViolations(page);

    await page
      .getByRole('region', { name: 'Held against' })
      .getByRole('link', { name: /^version 1/ })
      .click();
    await expect(page).toHaveURL(/\/workflows\/[^/]+\/versions\?/);
  });

  test('stands on the node and on its group, and says when nothing matches', async ({ page, db }) => {
    const node = await db.node.findFirstOrThrow({
      where: { nodeId: 'charge-card', workflow: { key: 'order-fulfilment' } },
    });
    await page.goto(`/nodes/${node.id}`);
    await expect(page.getByText('Log check: 2 findings in 30 days')).toBeVisible();
    await page.getByRole('link', { name: 'Show findings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '2 findings' })).toBeVisible();

    const group = await db.ownerGroup.findFirstOrThrow({ where: { slug: 'payments-ops' } });
    await page.goto(`/groups/${group.id}`);
    await expect(page.getByRole('region', { name: 'Log check' })).toContainText('Charge the card');

    await page.goto('/conformance?finding=no_hand_off');
    await expect(page.getByRole('heading', { name: 'No finding matches' })).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).last().click();
    await expect(page.getByText('8 nodes, 9 findings')).toBeVisible();
  });
});
