import type { Page } from '@playwright/test';
import type { Db } from '@/lib/db/client';
import { LOCALES } from '@/lib/i18n/locales';
import { bulkChange } from './bulk-change';
import { expect, expectNoAxeViolations, test } from './fixtures';
import { importBatch } from './import-batch';
import { pausedSource } from './paused-source';

const THEMES = ['light', 'dark'] as const;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** With each change every page is seen in one of these two; all pages in all four pairs take eight times as long. */
const SEEN_EACH_TIME = ['en, light', 'zh-CN, dark'];

for (const language of LOCALES)
  for (const colorScheme of THEMES) {
    const name = `${language}, ${colorScheme}`;
    const turn = SEEN_EACH_TIME.indexOf(name);
    const cases = turn < 0 ? [] : [{ title: 'every second page can be read and used by everybody', turn }];
    test.describe(name, () => {
      test.use({ language, colorScheme });

      for (const { title, turn } of [...cases, { title: 'every page, too @long', turn: null }])
        test(title, async ({ page, db }) => {
          test.setTimeout(600_000);
          const all = await paths(db);
          for (const path of all.filter((_, index) => turn === null || index % 2 === turn)) {
            await page.setViewportSize(WIDE);
            await page.goto(path);
            await settled(page);
            await test.step(`axe: ${path}`, () => expectNoAxeViolations(page));
            await page.setViewportSize(NARROW);
            await expect.poll(() => overflowOf(page), `${path} is wider than a phone`).toBeLessThanOrEqual(0);
          }
        });
    });
  }

/** One address of each page, with something to show. */
async function paths(db: Db): Promise<string[]> {
  const workflow = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const asl = await db.workflow.findFirstOrThrow({ where: { dialect: 'asl' } });
  const node = await db.node.findFirstOrThrow({ where: { workflowId: workflow.id, nodeId: 'charge-card' } });
  const group = await db.ownerGroup.findFirstOrThrow();
  const source = await pausedSource(db);
  const brought = await importBatch(db);
  return [
    '/?for=all',
    // A handful of rows says as much as fifty, in a tenth of the time.
    '/nodes?q=parcel',
    '/nodes?q=no-such-node',
    `/nodes/${node.id}`,
    '/failures?q=parcel',
    '/failures/rows?node=charge-card&code=card_declined&what=failures',
    '/unclassified?q=parcel',
    '/unclassified/code?code=PSP-4093',
    '/unclassified/code?nocode=1',
    '/workflows',
    `/workflows/${workflow.id}`,
    `/workflows/${asl.id}`,
    `/workflows/${workflow.id}/versions`,
    `/workflows/${workflow.id}/skeleton`,
    '/import',
    `/import/batches/${brought.batch}`,
    `/import/files/${brought.file}`,
    '/bulk/new',
    `/bulk/${await bulkChange(db)}`,
    '/inbox',
    '/conformance',
    '/thresholds?q=payment',
    '/thresholds?q=no-such-node',
    '/conformance?finding=no_hand_off',
    '/conformance/findings?node=charge-card',
    `/conformance/execution?source=${workflow.sourceId}&workflow=order-fulfilment&run=planted-late-reservation&node=reserve-stock`,
    '/drills',
    '/drills/targets',
    `/nodes/${node.id}/drill`,
    '/sources',
    '/sources/new',
    `/sources/${source}`,
    `/sources/${source}/mapping`,
    '/catalogue',
    '/catalogue?q=no-such-code',
    '/catalogue/new?code=psp_busy&class=transient',
    '/groups',
    '/groups/new',
    `/groups/${group.id}`,
    `/groups/${group.id}/standard`,
    '/people',
    '/profile',
    '/audit',
    '/audit?q=nothing-of-the-kind',
    '/operations',
    '/glossary',
    '/api-docs',
    '/no-such-page',
  ];
}

/** The page is whole: its title stands, and nothing is a skeleton any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const waiting = page.locator('.mantine-Skeleton-root[data-visible]');
  // What is read when somebody comes near it is come near to.
  await expect
    .poll(() =>
      waiting.evaluateAll((skeletons) => {
        skeletons.at(-1)?.scrollIntoView();
        return skeletons.length;
      }),
    )
    .toBe(0);
}

/** By how many pixels the page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
