import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Role } from '@/lib/accounts/permissions';
import { createDb, type Db } from '@/lib/db/client';
import { LOCALE_COOKIE, type Locale } from '@/lib/i18n/locales';
import { exampleSessions } from './example-sessions';
import { product } from './product';
import { restoreSample } from './sample-database';

interface Options {
  /** The language of the interface: `test.use({ language: 'zh-CN' })`. */
  readonly language: Locale;
  /** Who is signed in: the example person of that role; null = nobody. */
  readonly role: Role | null;
  /** Whether the guided first run is offered, as to somebody who was never here. */
  readonly firstVisit: boolean;
}

interface Fixtures {
  /** Signs this browser in as the example person of a role. `page` has done so already, as `role`; call it to become another. */
  readonly signIn: (role?: Role) => Promise<void>;
  /** The product's database, to write run history into it as a platform would. */
  readonly db: Db;
  /** Runs by itself: every file begins with the sample data as it was loaded. */
  readonly freshSample: undefined;
}

let freshFor: string | undefined;

/**
 * The `test` of all journeys. Its `page` speaks `language`, is signed in, and fails the test afterwards when a
 * script of the page threw, or something was blocked by the content security policy.
 */
export const test = base.extend<Options & Fixtures>({
  language: ['en', { option: true }],
  role: ['administrator', { option: true }],
  firstVisit: [false, { option: true }],

  baseURL: async ({ browserName: _ }, use) => {
    await use(product().url);
  },

  freshSample: [
    async ({ browserName: _ }, use, { file }) => {
      if (freshFor !== file) await restoreSample();
      freshFor = file;
      await use(undefined);
    },
    { auto: true },
  ],

  db: async ({ freshSample: _ }, use) => {
    const { databaseUrl: url } = product();
    if (url === null) throw new Error('The database of the product is not known.');
    const db = createDb(url);
    await use(db);
    await db.$disconnect();
  },

  signIn: async ({ context }, use, testInfo) => {
    await use(async (role = 'administrator') => {
      testInfo.annotations.push({ type: 'role', description: role });
      await context.addCookies(exampleSessions()[role] ?? []);
    });
  },

  page: async ({ page, context, baseURL, language, role, firstVisit, signIn, freshSample: _ }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    const url = baseURL ?? '';
    await context.addCookies([{ name: LOCALE_COOKIE, value: language, url }]);
    if (!firstVisit) await context.addCookies([{ name: 'guide', value: 'off', url }]);
    if (role) await signIn(role);
    await use(page);
    expect(faults, 'errors of the page').toEqual([]);
  },
});

export { expect };

/** One check per page: fails with the rule, the elements and the help page of every violation that axe finds. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // While one page gives way to the next, the document has neither title nor heading for a moment.
  await expect(page).toHaveTitle(/./);
  await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
  // No page of ours has frames: in this mode nothing else is opened to gather their results, which takes a second.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(
    ({ id, help, helpUrl, nodes }) =>
      `${id}: ${help} (${helpUrl})\n${nodes.map((node) => `  ${node.html}`).join('\n')}`,
  );
  expect(found, 'accessibility').toEqual([]);
}
