import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { bulkChange } from './bulk-change';
import { expect, test } from './fixtures';
import { importBatch } from './import-batch';
import { pausedSource } from './paused-source';

const KB = 1_000;

/** First-load JavaScript, brotli, in bytes: what a page may cost before anybody can use it. */
const LIST = 220 * KB;
const FORM = 245 * KB;

test('no page brings more JavaScript than it may', async ({ page, db }) => {
  // Each of the pages, as it comes, with all its scripts compressed.
  test.setTimeout(300_000);
  const workflow = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const node = await db.node.findFirstOrThrow({ where: { workflowId: workflow.id, nodeId: 'charge-card' } });
  const group = await db.ownerGroup.findFirstOrThrow();
  const source = await pausedSource(db);
  const brought = await importBatch(db);
  const bulk = await bulkChange(db);
  const budgets: Record<string, number> = {
    '/': LIST,
    '/nodes': LIST,
    '/inbox': LIST,
    '/failures': LIST,
    '/failures/rows?node=charge-card&what=failures': LIST,
    '/workflows': LIST,
    [`/workflows/${workflow.id}`]: LIST,
    [`/workflows/${workflow.id}/versions`]: LIST,
    '/sources': LIST,
    [`/sources/${source}`]: LIST,
    '/sources/new': FORM,
    [`/sources/${source}/mapping`]: FORM,
    '/groups': LIST,
    '/audit': LIST,
    '/operations': LIST,
    '/conformance': LIST,
    '/conformance/findings?node=charge-card': LIST,
    [`/conformance/execution?source=${workflow.sourceId}&workflow=order-fulfilment&run=planted-fourth-charge&node=charge-card`]:
      LIST,
    '/drills': LIST,
    '/drills/targets': FORM,
    '/glossary': LIST,
    '/api-docs': LIST,
    [`/workflows/${workflow.id}/skeleton`]: FORM,
    [`/nodes/${node.id}`]: FORM,
    [`/groups/${group.id}`]: FORM,
    [`/groups/${group.id}/standard`]: FORM,
    [`/nodes/${node.id}/drill`]: FORM,
    '/import': FORM,
    [`/import/batches/${brought.batch}`]: LIST,
    [`/import/files/${brought.file}`]: FORM,
    '/bulk/new': FORM,
    [`/bulk/${bulk}`]: FORM,
  };
  const over: string[] = [];
  for (const [path, budget] of Object.entries(budgets)) {
    const size = await sizeOf(page, await firstScripts(page, path));
    note(`${path}: ${size} of ${budget} bytes`);
    if (size > budget) over.push(`${path}: ${size} > ${budget}`);
  }
  expect(over).toEqual([]);
});

/** Kept in the report, so that a page can be seen growing before it is too large. */
function note(description: string): void {
  test.info().annotations.push({ type: 'size', description });
}

/** Addresses of the scripts that stand in the page as the server sends it; the fallback for old browsers is none. */
async function firstScripts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  return tags.flatMap((tag) => (/\bnomodule\b/i.test(tag) ? [] : (/\bsrc="([^"]+)"/.exec(tag)?.[1] ?? [])));
}

/** Sizes of scripts by their addresses: most pages share most of them, and compressing takes its time. */
const known = new Map<string, Promise<number>>();

async function sizeOf(page: Page, scripts: readonly string[]): Promise<number> {
  const sizes = [...new Set(scripts)].map((src) => {
    const size = known.get(src) ?? compressedSize(page, src);
    known.set(src, size);
    return size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function compressedSize(page: Page, src: string): Promise<number> {
  const body = await (await page.request.get(src, { maxRetries: 2 })).body();
  return brotliCompressSync(body).byteLength;
}
