import { randomUUID } from 'node:crypto';
import { expect, expectNoAxeViolations, test } from './fixtures';

test('says who runs, keeps itself up to date, and can be held still', async ({ page, db }) => {
  await page.goto('/operations');
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  const processes = page.getByRole('table', { name: 'Processes' });
  const web = processes.getByRole('row', { name: /Web with a worker/ }).filter({ hasText: 'running' });
  // The database was put back under the running product: it says again that it is there with its next beat.
  await expect(web).toHaveCount(1, { timeout: 30_000 });
  await expect(web).toContainText('leads', { timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Reading the history' })).toContainText('Following failures');
  await expectNoAxeViolations(page);

  // Another one appears by itself, and is gone when it is not heard any more.
  const id = randomUUID();
  await db.process.create({
    data: { id, kind: 'worker', works: true, host: 'machine-of-the-test', pid: 4_711, version: '9.9.9' },
  });
  const other = processes.getByRole('row', { name: /machine-of-the-test, process 4711/ });
  await expect(other).toContainText('running', { timeout: 15_000 });
  await expect(page.getByRole('list', { name: 'What to look at' })).toContainText('different versions');
  await page.getByRole('button', { name: 'Hold still' }).press('Enter');
  await db.process.delete({ where: { id } });
  // Longer than the page waits between two looks.
  await page.waitForTimeout(7_000);
  await expect(other).toBeVisible();
  await page.getByRole('button', { name: 'Keep up to date' }).press('Enter');
  await expect(other).toHaveCount(0, { timeout: 15_000 });
});

test('stays and says so while the server does not answer', async ({ page }) => {
  await page.goto('/operations');
  await page.route('**/api/health', (route) => route.abort());
  await expect(page.getByText('No answer; it is tried again')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('table', { name: 'Processes' })).toBeVisible();
  await page.unroute('**/api/health');
  await expect(page.getByText('No answer; it is tried again')).toHaveCount(0, { timeout: 15_000 });
});

test('metrics are for administrators, as the page is', async ({ page, signIn }) => {
  const metrics = await page.request.get('/api/v1/metrics');
  expect(metrics.headers()['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await metrics.text()).toContain('# TYPE failpath_processes gauge');
  await signIn('editor');
  expect((await page.request.get('/api/v1/metrics')).status()).toBe(403);
  expect((await page.goto('/operations'))?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0);
});

test('counts a source again, reports what was wrong and puts it right; counting can be held', async ({ page, db }) => {
  test.setTimeout(360_000);
  await page.goto('/operations');
  const statistics = page.getByRole('table', { name: 'Statistics' });
  const row = statistics.getByRole('row').filter({ has: page.getByRole('button', { name: /^Count .* again$/ }) });
  const again = row.first().getByRole('button', { name: /^Count .* again$/ });
  await expect(again).toBeEnabled({ timeout: 120_000 });
  await db.$executeRaw`
    update history_series set total1 = total1 + 7 where id = (select min(id) from history_series where kind = 'node')`;
  await again.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 difference, put right' })).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.getByRole('table', { name: 'Differences of the recount' })).toContainText('Attempts');
  await expectNoAxeViolations(page);
  await again.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'every figure was right' })).toBeVisible({
    timeout: 120_000,
  });

  await row
    .first()
    .getByRole('button', { name: /^Hold counting/ })
    .press('Enter');
  await expect(row.first()).toContainText('Held');
  await row
    .first()
    .getByRole('button', { name: /^Go on counting/ })
    .press('Enter');
  await expect(row.first()).toContainText('Up to date');
});
