import { readFile, unlink } from 'node:fs/promises';
import path from 'node:path';

/** What a running Postgres says of itself in its data directory. */
export interface Postmaster {
  readonly pid: number;
  /** Absent while it is starting. */
  readonly port: number | undefined;
}

/** Reads `postmaster.pid` (process in line 1, port in line 4); undefined when there is none. May be stale. */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  let text: string;
  try {
    text = await readFile(pidFile(dataDirectory), 'utf8');
  } catch {
    return undefined;
  }
  const [pid, , , port] = text.split('\n');
  if (!pid || !/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), port: port && /^\d+$/.test(port) ? Number(port) : undefined };
}

/**
 * Removes `postmaster.pid` when the process it names is certainly no Postgres.
 * After a crash the number may belong to another program (in containers it soon does), and Postgres would
 * refuse to start for as long as that program runs.
 */
export async function removeForeignPidFile(dataDirectory: string): Promise<void> {
  const postmaster = await readPostmaster(dataDirectory);
  if (!postmaster || process.platform !== 'linux') return;
  let program: string;
  try {
    program = await readFile(`/proc/${postmaster.pid}/comm`, 'utf8');
  } catch {
    return;
  }
  if (program.trim() !== 'postgres') await unlink(pidFile(dataDirectory)).catch(() => undefined);
}

/** Whether a process with this number exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function pidFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'postmaster.pid');
}
