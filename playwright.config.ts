import { defineConfig } from '@playwright/test';
import { PRODUCTS } from './e2e/product';
import { launchOptions } from './scripts/browser';

const LONG = /@long/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  // Each worker has a product and a database to itself; the tests of a file change it, one after the other.
  workers: PRODUCTS,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // Patience, not a promise of speed: small machines share their cores with the database and the browser.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step takes a third of the time, and where nobody looks at it afterwards, for nothing.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'chromium', grepInvert: LONG },
    { name: 'long', grep: LONG, timeout: 600_000 },
  ],
});
