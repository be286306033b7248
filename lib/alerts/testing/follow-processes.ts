import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SCRIPT = path.join(import.meta.dirname, 'follow-process.ts');
const BETWEEN_KILLS_MS = 400;

/**
 * Lets so many worker processes follow a database until nothing is left. So many times, one of them is killed in the
 * middle of whatever it does (SIGKILL) and another one started. Throws when one fails by itself.
 */
export async function followByProcesses(url: string, now: Date, processes: number, kills = 0): Promise<void> {
  const running = Array.from({ length: processes }, () => start(url, now));
  await Promise.all(running.map(({ working }) => working));
  for (const victim of running.slice(0, kills)) {
    victim.kill();
    running.push(start(url, now));
    await sleep(BETWEEN_KILLS_MS);
  }
  const problems = (await Promise.all(running.map(({ end }) => end))).filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function start(url: string, now: Date) {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, url, now.toISOString()], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const end = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('close', (code, signal) => resolve(code === 0 || signal === 'SIGKILL' ? null : `${code}: ${said}`));
  });
  // It prints when it begins; one that ends at once has nothing to wait for either.
  const working = Promise.race([end, new Promise((resolve) => child.stdout.once('data', resolve))]);
  return { end, working, kill: () => child.kill('SIGKILL') };
}
