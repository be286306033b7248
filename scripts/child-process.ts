import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

export const projectRoot = path.resolve(import.meta.dirname, '..');

const PARENT_GUARD = pathToFileURL(path.join(import.meta.dirname, 'exit-with-parent.mjs')).href;
const running = new Set<ChildProcess>();

export interface NodeOptions {
  readonly env?: Record<string, string>;
  /** `inherit` shows what the process prints; `pipe` leaves it to the caller. */
  readonly output: 'inherit' | 'pipe';
}

/**
 * Starts a Node program of an npm package, such as `next/dist/bin/next`.
 * It gets a process group of its own, so that Ctrl-C reaches only this process, which then stops it in order;
 * and it ends by itself when this process is killed.
 */
export function startNode(program: string, args: readonly string[], options: NodeOptions): ChildProcess {
  const file = path.join(projectRoot, 'node_modules', program);
  const child = spawn(process.execPath, ['--import', PARENT_GUARD, file, ...args], {
    cwd: projectRoot,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', FAILPATH_PARENT: `${process.pid}`, ...options.env },
    stdio: ['ignore', options.output, options.output, 'ipc'],
    detached: process.platform !== 'win32',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a Node program to its end, showing what it prints; throws when it fails. */
export async function runNode(program: string, args: readonly string[], env?: Record<string, string>): Promise<void> {
  const child = startNode(program, args, { output: 'inherit', ...(env && { env }) });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path.basename(program)} ${args[0] ?? ''} ended with ${signal ?? code}.`);
}

/** Asks every process that is still running to end, and ends those that do not within the time. */
export async function stopAll(patienceMs: number): Promise<void> {
  const children = [...running];
  const exits = children.map((child) => (child.exitCode === null ? once(child, 'exit') : Promise.resolve()));
  for (const child of children) signalGroup(child, 'SIGTERM');
  await Promise.race([Promise.all(exits), sleep(patienceMs, undefined, { ref: false })]);
  for (const child of running) signalGroup(child, 'SIGKILL');
  await Promise.all(exits);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
