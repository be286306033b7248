import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

/** The headless shell first: the whole browser also renders an interface of its own that nobody sees. */
const DEBIAN_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk'];
/** Nothing but the pages of the test: no first-run page, no updates, no sync. */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How to launch the browser: Debian's Chromium when it is there, else the one that Playwright installed. */
export function launchOptions(): LaunchOptions {
  const executablePath = debianBrowser();
  return executablePath === undefined ? { args: FLAGS } : { executablePath, args: FLAGS };
}

/** Makes sure that there is a browser: Debian's package where we may install it, else Playwright's own. */
export function ensureBrowser(): void {
  if (debianBrowser() !== undefined || existsSync(chromium.executablePath())) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES]);
    if (debianBrowser() !== undefined) return;
  }
  run('npx', ['playwright', 'install', 'chromium']);
}

const debianBrowser = () => DEBIAN_BROWSERS.find((browser) => existsSync(browser));

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env, shell: process.platform === 'win32' });
}
