import type { Page } from '@playwright/test';
import { exampleSessions } from './example-sessions';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { NodesPage } from './pages/nodes.page';

test('entries survive a browser that goes down right after the last key', async ({ page, context }) => {
  const url = await new NodesPage(page).openNode('check-identity');
  const node = new NodePage(page, 'en');
  await expect(node.tries).toBeVisible();
  await node.tries.fill('9');
  // Nothing of the page runs any more: no save, no farewell.
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(url);
  const back = new NodePage(again, 'en');
  await expect(again.getByText('Your entries are back')).toBeVisible();
  await expect(back.tries).toHaveValue('9');
  await expectNoAxeViolations(again);
  await back.draftIsSaved();
  await again.reload();
  await expect(back.tries).toHaveValue('9');
  await expect(again.getByText('Your entries are back')).toBeHidden();
});

test('while the server is away nothing is lost, and it is saved by itself when it is back', async ({ page }) => {
  const url = await new NodesPage(page).openNode('issue-refund');
  const node = new NodePage(page, 'en');
  await serverAway(page);
  await node.tries.fill('8');
  await expect(node.state).toContainText(node.words.notSaved);

  await page.getByRole('link', { name: 'All nodes', exact: true }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(node.tries).toHaveValue('8');

  await page.unroute('**/*');
  await node.draftIsSaved();
  await page.reload();
  await expect(node.tries).toHaveValue('8');
});

test('entries that never arrived are offered, and nothing newer is written over', async ({
  page,
  context,
  browser,
}) => {
  const url = await new NodesPage(page).openNode('pull-channel-bill');
  const node = new NodePage(page, 'en');
  await expect(node.tries).toBeVisible();
  await serverAway(page);
  await node.tries.fill('7');
  await expect(node.state).toContainText(node.words.notSaved);
  await page.close({ runBeforeUnload: false });

  const elsewhere = await browser.newContext();
  await elsewhere.addCookies(exampleSessions().administrator ?? []);
  const other = await elsewhere.newPage();
  await other.goto(url);
  const theirs = new NodePage(other, 'en');
  await theirs.tries.fill('12');
  await theirs.draftIsSaved();
  await elsewhere.close();

  const again = await context.newPage();
  await again.goto(url);
  const mine = new NodePage(again, 'en');
  await expect(again.getByText('Entries of an earlier visit')).toBeVisible();
  await expect(mine.tries).toHaveValue('12');
  await again.getByRole('button', { name: 'Put them into the form' }).click();
  await expect(mine.tries).toHaveValue('7');
  await again.getByRole('button', { name: mine.words.undo }).click();
  await expect(mine.tries).toHaveValue('12');
});

test('what one tab saves takes nothing of another tab on the same node @long', async ({ page, context }) => {
  const url = await new NodesPage(page).openNode('archive-bill');
  const first = new NodePage(page, 'en');
  await expect(first.tries).toBeVisible();
  const other = await context.newPage();
  await other.goto(url);
  const second = new NodePage(other, 'en');
  await expect(second.tries).toBeVisible();

  await first.tries.fill('6');
  await first.draftIsSaved();
  await second.tries.fill('9');
  await expect(second.state).toContainText('another version of this draft stands in the way');
  await expect(second.state).not.toContainText('trying again');
  await first.tries.fill('8');
  await first.draftIsSaved();

  other.on('dialog', (dialog) => void dialog.accept());
  await other.reload();
  await expect(second.tries).toHaveValue('8');
  await expect(other.getByText('Entries of an earlier visit or another tab')).toBeVisible();
  await other.getByRole('button', { name: 'Put them into the form' }).click();
  await expect(second.tries).toHaveValue('9');
  await second.draftIsSaved();
});

test('what can never be kept is said where it stands, and not tried again', async ({ page }) => {
  await new NodesPage(page).openNode('collect-turnover');
  const node = new NodePage(page, 'en');
  await node.showBoth();
  await node.typeBehind('id: collect-turnover', ' #');
  await node.draftIsSaved();
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') asked++;
  });
  await node.pasteText('\0');
  await expect(node.state).toContainText('the server does not take these entries as they are');
  await expect(page.getByText('This text holds a character that cannot be kept').first()).toBeVisible();
  await expect(page.getByText('line 1, column')).toBeVisible();
  expect(asked).toBe(0);
  await node.ownText.press('ControlOrMeta+z');
  await node.draftIsSaved();
});

/** Whatever the page writes or asks does not arrive; what it shows is still served. */
async function serverAway(page: Page): Promise<void> {
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
}
