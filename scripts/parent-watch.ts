import { readFileSync } from 'node:fs';
import { isAlive } from '@/lib/db/postmaster';

const CHECK_MS = 500;

/**
 * Calls `onGone` once when whoever runs this process has gone without telling it.
 * npm passes SIGTERM on to the shell between us only, and a killed npm tells nobody: without this, the product
 * would go on running behind the back of its user. Does nothing for a process that was not started through npm.
 */
export function watchParent(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}

/** The npm process when a shell stands between it and us; seen on Linux only. */
function npmAbove(shell: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${shell}/status`, 'utf8');
    const grandparent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    return /npm/.test(readFileSync(`/proc/${grandparent}/cmdline`, 'utf8')) ? grandparent : undefined;
  } catch {
    return undefined;
  }
}
