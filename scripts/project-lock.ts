import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './child-process';

const LOCK = path.join(projectRoot, 'node_modules/.cache/failpath/lock');
const BEAT_MS = 2_000;
const STALE_MS = 10_000;
const RETRY_MS = 300;

/**
 * Runs `work` while no other start of this project generates or builds.
 * The lock is a folder whose time is renewed while it is held; one that was left by a killed process goes stale.
 */
export async function withProjectLock<T>(work: () => Promise<T>, onWait: () => void): Promise<T> {
  await mkdir(path.dirname(LOCK), { recursive: true });
  for (let waited = false; !(await take()); waited = true) {
    if (!waited) onWait();
    await sleep(RETRY_MS);
  }
  const beat = setInterval(() => void utimes(LOCK, new Date(), new Date()).catch(() => undefined), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function take(): Promise<boolean> {
  try {
    await mkdir(LOCK);
    return true;
  } catch {
    const age = await stat(LOCK).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > STALE_MS) await rm(LOCK, { recursive: true, force: true });
    return false;
  }
}
