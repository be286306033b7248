import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readCliEnvironment } from '@/lib/env';
import { run } from '../program';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  /** The folder it is called in. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** Runs the command line as a shell does, and waits for its end. */
export async function failpath(
  args: readonly string[],
  { cwd = ROOT, env = {}, stdin = '' }: Surroundings = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(ROOT, 'cli/failpath.mjs'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', ...env },
  });
  child.stdin.end(stdin);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}

/** The same within this process, for what does not depend on one. */
export async function failpathHere(
  args: readonly string[],
  { env = {}, stdin = '' }: Surroundings = {},
): Promise<Ended> {
  const written = { out: '', err: '' };
  const append = (to: keyof typeof written) => (data: string | Uint8Array) => {
    written[to] += typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
  };
  const code = await run(args, {
    out: append('out'),
    err: append('err'),
    stdin: () => Promise.resolve(Buffer.from(stdin)),
    environment: () => readCliEnvironment(env),
  });
  return { code, ...written };
}
