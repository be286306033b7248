import { chromium } from '@playwright/test';
import { EXAMPLE_PEOPLE } from '@/lib/people/example-people';
import { launchOptions } from '@/scripts/browser';
import { product } from './product';

/** Cookies of a signed-in browser, by the role of the example person. */
export type ExampleSessions = Readonly<Record<string, Awaited<ReturnType<typeof signedIn>>>>;

/** Signs each example person in through the page, as they would; sessions (returned as JSON) are part of the kept sample. */
export async function signEverybodyIn(url: string): Promise<string> {
  const sessions: Record<string, Awaited<ReturnType<typeof signedIn>>> = {};
  for (const { name, role } of EXAMPLE_PEOPLE) sessions[role] = await signedIn(url, name);
  return JSON.stringify(sessions);
}

async function signedIn(url: string, name: string) {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(`${url}/sign-in`);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    return (await page.context().cookies()).filter((cookie) => cookie.name.includes('session'));
  } finally {
    await browser.close();
  }
}

/** The sessions that the set-up made with the product of this worker. */
export function exampleSessions(): ExampleSessions {
  const sessions: ExampleSessions = JSON.parse(product().sessions);
  return sessions;
}
