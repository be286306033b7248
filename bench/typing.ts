import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '@/scripts/browser';

const KEYS = 'process notify team timeout charge '.repeat(2);
/** A quick typist: about 120 words a minute. */
const KEY_PAUSE_MS = 90;
const CLICKS = 36;
const BEYOND_FIRST_SCREEN = 20;
/** An answer that takes longer than this will not come. */
const PATIENCE_MS = 30_000;
const WORDS = ['notify', 'charge', 'team-3', 'timeout', 'archive', 'ship', 'book'];

/** Times of a real browser on the page of nodes, in ms each. */
export interface BrowserTimes {
  /** From a key to the painted letter, while the rows follow. */
  readonly echo: readonly number[];
  /** The same in an empty field of an empty page. */
  readonly bareEcho: readonly number[];
  /** From a click on a filter to the painted rows. */
  readonly filter: readonly number[];
  /** From the last key of a word to the painted rows, the pause of the field included. */
  readonly search: readonly number[];
}

/** Types and filters as a person would, in Chromium. */
export async function measureBrowser(url: string): Promise<BrowserTimes> {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1280, height: 800 } });
    // What tsx calls in functions that have a name, and that are then run in the page.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.goto('about:blank');
    await page.setContent('<input autofocus aria-label="bare">');
    const bareEcho = await typeKeys(page, page.getByRole('textbox', { name: 'bare' }));
    await page.goto(`${url}/nodes`);
    const field = page.getByRole('textbox', { name: 'Search nodes' });
    await field.waitFor();
    // The rows beyond the first screen come when the page listens; before that, clicks and keys are lost.
    await page.locator('main table tbody tr').nth(BEYOND_FIRST_SCREEN).waitFor();
    // The first answers compile and fill caches.
    for (const name of [/^Failing/, /^Failing/]) await clickChip(page, name);
    const filter: number[] = [];
    for (let click = 0; click < CLICKS; click++)
      filter.push(
        await clickChip(page, [/^Failing/, /^Incomplete/, /^No owner/][Math.floor(click / 2) % 3] ?? /^Failing/),
      );
    const echo = await typeKeys(page, field);
    const search: number[] = [];
    for (const word of [...WORDS, ...WORDS, ...WORDS, ...WORDS, ...WORDS]) search.push(await searchFor(page, word));
    return { echo, bareEcho, filter, search };
  } finally {
    await browser.close();
  }
}

async function typeKeys(page: Page, field: ReturnType<Page['getByRole']>): Promise<number[]> {
  await field.focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { echoTimes: times });
    let pressed = 0;
    document.addEventListener(
      'keydown',
      (event) => {
        pressed = event.timeStamp;
      },
      true,
    );
    document.addEventListener(
      'input',
      () => {
        const since = pressed;
        // A frame later the letter is painted: a task behind the next frame.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - since);
          port2.postMessage(null);
        });
      },
      true,
    );
  });
  await page.keyboard.type(KEYS, { delay: KEY_PAUSE_MS });
  await page.waitForTimeout(500);
  return page.evaluate(() => Reflect.get(window, 'echoTimes'));
}

async function clickChip(page: Page, name: RegExp): Promise<number> {
  const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name });
  await watchRows(page, 'click');
  await chip.click();
  return rowsSettled(page);
}

async function searchFor(page: Page, word: string): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Search nodes' });
  await field.focus();
  await watchRows(page, 'keydown');
  // In one go: the last key is the one that counts.
  await field.press('ControlOrMeta+a');
  await page.keyboard.insertText(word.slice(0, -1));
  await page.keyboard.press(word.slice(-1));
  return rowsSettled(page);
}

/** From now on, waits until the rows were busy and are not any more; the time counts from the last such event. */
async function watchRows(page: Page, event: 'click' | 'keydown'): Promise<void> {
  await page.evaluate((type) => {
    const settled = new Promise<number>((resolve) => {
      let began = 0;
      let busy = false;
      const note = (each: Event) => {
        began = each.timeStamp;
      };
      document.addEventListener(type, note, true);
      const observer = new MutationObserver(() => {
        // No table (nothing matched what was typed before) is as good as a busy one.
        const now = document.querySelector('main table')?.getAttribute('aria-busy') !== 'false';
        if (busy && !now) {
          observer.disconnect();
          document.removeEventListener(type, note, true);
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - began);
            port2.postMessage(null);
          });
        }
        busy = now;
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    Object.assign(window, { rowsSettled: settled });
  }, event);
}

async function rowsSettled(page: Page): Promise<number> {
  const late = page.waitForTimeout(PATIENCE_MS).then(() => {
    throw new Error('the rows did not follow');
  });
  late.catch(() => undefined);
  return Promise.race([page.evaluate(() => Reflect.get(window, 'rowsSettled')), late]);
}
