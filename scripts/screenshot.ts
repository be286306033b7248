import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { LOCALE_COOKIE, LOCALES } from '@/lib/i18n/locales';
import { launchOptions } from './browser';

const USAGE = `Pictures of pages of a running Failpath, in every language, theme and width:
  npm run screenshots -- [--url http://localhost:3000] [--out screenshots] [--locales en,zh-CN]
                         [--themes light,dark] [--widths 1280,390] [--full] /nodes /failures …`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string', default: 'screenshots' },
    locales: { type: 'string', default: LOCALES.join(',') },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '1280,390' },
    full: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

await mkdir(values.out, { recursive: true });
const browser = await chromium.launch(launchOptions());
try {
  for (const locale of values.locales.split(',')) {
    for (const theme of values.themes.split(',')) {
      for (const width of values.widths.split(',')) await capture(locale, theme, Number(width));
    }
  }
} finally {
  await browser.close();
}

async function capture(locale: string, theme: string, width: number): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 800 },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    deviceScaleFactor: width < 600 ? 2 : 1,
  });
  // The offer of the guide would stand in front of every list.
  const cookies = { [LOCALE_COOKIE]: locale, guide: 'off' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: values.url })));
  const page = await context.newPage();
  for (const route of positionals) {
    await page.goto(new URL(route, values.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Charts and other late parts are loaded by script after the first paint.
    await page.waitForTimeout(1_000);
    const name = `${route.replace(/^\//, '').replace(/[^\w-]+/g, '-') || 'home'}.${locale}.${theme}.${width}.png`;
    await page.screenshot({ path: path.join(values.out, name), fullPage: values.full });
    console.log(path.join(values.out, name));
  }
  await context.close();
}
