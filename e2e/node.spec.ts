import type { Browser, Page } from '@playwright/test';
import { exampleSessions } from './example-sessions';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { NodesPage } from './pages/nodes.page';

test('two editors: the later one sees both sides, keeps both, and nothing is lost', async ({ page, browser }) => {
  const url = await new NodesPage(page).openNode('pull-channel-bill');
  const mine = new NodePage(page, 'en');
  const other = await openAgain(browser, url);
  const theirs = new NodePage(other, 'en');

  await theirs.tries.fill('7');
  await theirs.draftIsSaved();
  await theirs.publish();
  await other.close();

  await page.getByRole('textbox', { name: 'Quiet for' }).fill('3');
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else published this node meanwhile' });
  await expect(conflict).toBeVisible();
  await expect(conflict.getByRole('row', { name: /^Tries in all/ })).toContainText('7');
  await expect(conflict.getByRole('row', { name: /^Quiet for/ })).toContainText('3h');
  await expectNoAxeViolations(page);
  await conflict.getByRole('button', { name: /^Keep both/ }).click();
  await expect(mine.tries).toHaveValue('7');
  await expect(page.getByRole('textbox', { name: 'Quiet for' })).toHaveValue('3');
  await mine.draftIsSaved();
  await mine.publish();
  await page.reload();
  await expect(mine.tries).toHaveValue('7');
  await expect(page.getByRole('textbox', { name: 'Quiet for' })).toHaveValue('3');
});

test('what does not hold is named at its place, and stays as typed', async ({ page }) => {
  await new NodesPage(page).openNode('issue-refund');
  const node = new NodePage(page, 'en');
  await node.tries.fill('0');
  await expect(node.tries).toHaveAccessibleDescription(/1 to 100/);
  const wait = page.getByRole('textbox', { name: node.words.firstWait });
  await wait.fill('5 parsecs');
  await expect(wait).toHaveAccessibleDescription(/parsecs/);
  await expect(wait).toHaveAttribute('aria-invalid', 'true');
  await node.draftIsSaved();
  await node.review.click();
  await expect(node.dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await expect(node.dialog.getByRole('listitem').first()).toContainText('Error');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(node.tries).toHaveValue('0');
  await expect(wait).toHaveValue('5 parsecs');
  await wait.fill('5');
  await node.tries.fill('3');
  await page.getByRole('textbox', { name: 'Longest wait' }).fill('2');
  await page.getByLabel('Unit of Longest wait').selectOption('s');
  await expect(page.getByRole('textbox', { name: 'Longest wait' })).toHaveAccessibleDescription(/5s/);

  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(node.state).toContainText(node.words.published);
});

test('leaving by a link keeps the last key, Back shows it, and discarding can be undone', async ({ page }) => {
  const url = await new NodesPage(page).openNode('check-identity');
  const node = new NodePage(page, 'en');
  await expect(node.tries).toBeVisible();
  await node.tries.fill('9');
  await page.getByRole('link', { name: 'All nodes' }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(node.tries).toHaveValue('9');
  await node.draftIsSaved();
  await page.reload();
  await expect(node.tries).toHaveValue('9');

  const owner = page.getByRole('combobox', { name: node.words.owner });
  const chosen = await owner.inputValue();
  await node.chooseOwner(chosen);
  await expect(owner).toHaveValue(chosen);

  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(node.state).toContainText(node.words.published);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(node.tries).toHaveValue('9');
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(node.state).toContainText(node.words.published);
});

test.describe('on a phone, in the dark, in Chinese', () => {
  test.use({ language: 'zh-CN', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the form is whole', async ({ page }) => {
    await new NodesPage(page).openNode('charge-card');
    const node = new NodePage(page, 'zh-CN');
    await expect(node.side('words')).toBeVisible();
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

async function openAgain(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.addCookies(exampleSessions().administrator ?? []);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
