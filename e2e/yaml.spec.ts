import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { NodePage } from './pages/node.page';
import { NodesPage } from './pages/nodes.page';

test('an edit on either side shows on the other, undo goes over both, and comments are published', async ({ page }) => {
  await new NodesPage(page).openNode('pull-channel-bill');
  const node = new NodePage(page, 'en');
  await node.showBoth();
  const before = await node.tries.inputValue();
  await node.tries.fill('9');
  await expect(node.ownText).toContainText('maxAttempts: 9');
  await node.typeBehind('maxAttempts: 9', '1 # the bank asked for ninety-one');
  await expect(node.tries).toHaveValue('91');
  await expect(node.side('words')).toContainText('up to 91 times');
  await expectNoAxeViolations(page);

  // Keys that come slowly are steps of their own: on a small machine it may take several.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(node.ownText).not.toContainText('# the bank', { timeout: 500 });
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(node.tries).toHaveValue(before, { timeout: 1_000 });
  }).toPass();
  await expect(node.ownText).toContainText(`maxAttempts: ${before}`);
  const redo = page.getByRole('button', { name: node.words.redo });
  await expect(async () => {
    if (await redo.isEnabled()) await redo.click();
    await expect(node.ownText).toContainText('# the bank asked for ninety-one', { timeout: 500 });
  }).toPass();
  await expect(node.tries).toHaveValue('91');

  await node.draftIsSaved();
  await page.reload();
  await expect(node.ownText).toContainText('# the bank asked for ninety-one');
  await node.publish();
  await page.getByRole('link', { name: 'Take the file away' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^Download .*yaml/ })
      .first()
      .click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/maxAttempts: 91 +# the bank asked for ninety-one\n/);
});

test('a text that cannot be read is kept, named at its place, and the form rests meanwhile', async ({ page }) => {
  await new NodesPage(page).openNode('issue-refund');
  const node = new NodePage(page, 'en');
  await node.showBoth();
  const tries = await node.tries.inputValue();
  await node.typeBehind('maxAttempts:', '\nretryOn: [timeout, ');
  const notice = page.getByRole('alert').filter({ hasText: node.words.broken });
  await expect(notice).toBeVisible();
  await expect(node.tries).toBeDisabled();
  await expect(node.tries).toHaveValue(tries);
  await expect(page.getByRole('listitem').filter({ hasText: 'not valid YAML' }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await node.draftIsSaved();

  await page.reload();
  await expect(node.ownText).toContainText('retryOn: [timeout,');
  await notice.getByRole('button', { name: node.words.goToError }).click();
  await expect(node.ownText).toBeFocused();
  await notice.getByRole('button', { name: node.words.backToHeld }).click();
  await expect(notice).toBeHidden();
  await expect(node.tries).toBeEnabled();
  await page.getByRole('button', { name: node.words.undo }).click();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: node.words.redo }).click();
  await expect(notice).toBeHidden();
});

test('what belongs to the platform is not published, and put back with one click', async ({ page }) => {
  await new NodesPage(page).openNode('charge-card');
  const node = new NodePage(page, 'en');
  await node.showBoth();
  await node.typeBehind('name: Charge the card', ' twice');
  await expect(page.getByText('Something of the platform was changed')).toBeVisible();
  await node.review.click();
  await expect(node.dialog.getByRole('button', { name: node.words.publish, exact: true })).toBeDisabled();
  await node.dialog.getByRole('button', { name: 'Go to it' }).first().click();
  await expect(node.ownText).toBeFocused();
  await page.getByRole('button', { name: 'Put the platform’s part back' }).click();
  await expect(node.ownText).not.toContainText('twice');
  await expect(page.getByText('Something of the platform was changed')).toBeHidden();
});

test.describe('a state machine, in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('its JSON and the form say the same @long', async ({ page }) => {
    await new NodesPage(page).openNode('Load contract');
    const node = new NodePage(page, 'zh-CN');
    await node.showBoth();
    await expect(node.tries).toHaveValue('5');
    await node.tries.fill('8');
    await expect(node.ownText).toContainText('"MaxAttempts": 7');
    await node.ownText.locator('.cm-line').filter({ hasText: '"MaxAttempts"' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    const notice = page.getByRole('alert').filter({ hasText: node.words.broken });
    await expect(notice).toBeVisible();
    await page.keyboard.type(',');
    await expect(notice).toBeHidden();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(node.ownText).not.toBeFocused();
  });
});
