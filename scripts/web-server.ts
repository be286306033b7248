import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startNode } from './child-process';

const READY_PATIENCE_MS = 120_000;
const PORT_PATIENCE_MS = 3_000;
const POLL_MS = 150;
const INSTANCE_HEADER = 'failpath-instance';

const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });

/** Where the web server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Throws, saying what to do, when the port is taken. A predecessor that is just ending gets some seconds. */
export async function demandFreePort({ host, port }: Address): Promise<void> {
  const deadline = Date.now() + PORT_PATIENCE_MS;
  while (!(await isFree({ host, port }))) {
    if (Date.now() > deadline) {
      if ((await healthyInstance({ host, port })) !== undefined)
        throw new Error(`Failpath is running already on http://localhost:${port}`);
      const advice = `Stop it, or choose another port: PORT=${port + 1} npm start`;
      throw new Error(`Port ${port} is taken by another program. ${advice}`);
    }
    await sleep(POLL_MS);
  }
}

export interface WebServer {
  /** Settles when the server has ended, with what ended it. */
  readonly exited: Promise<string>;
}

export interface WebOptions {
  readonly databaseUrl: string;
  /** As in `FAILPATH_SECRET_KEYS`. */
  readonly secretKeys: string;
  /** The sign-in page offers the example people. */
  readonly examples: boolean;
  readonly mode: 'start' | 'dev';
}

/** Starts the built application (or the development server) and returns once it answers and sees its database. */
export async function startWeb(
  address: Address,
  { databaseUrl, secretKeys, examples, mode }: WebOptions,
): Promise<WebServer> {
  const instance = randomUUID();
  const web = startNode('next/dist/bin/next', [mode, '-H', address.host, '-p', `${address.port}`], {
    output: 'pipe',
    env: {
      DATABASE_URL: databaseUrl,
      FAILPATH_SECRET_KEYS: secretKeys,
      FAILPATH_EXAMPLE_PEOPLE: examples ? '1' : '0',
      FAILPATH_INSTANCE: instance,
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
    },
  });
  const exited = once(web, 'exit').then(([code, signal]) => `${signal ?? code}`);
  const releaseOutput = holdOutput(web);
  const deadline = Date.now() + READY_PATIENCE_MS;
  // Another Failpath may answer on this port while ours is about to find it taken.
  while ((await healthyInstance(address)) !== instance) {
    if (web.exitCode !== null || web.signalCode !== null) {
      await demandFreePort(address);
      releaseOutput(true);
      throw new Error('The web server ended before it was ready.');
    }
    if (Date.now() > deadline) {
      releaseOutput(true);
      throw new Error('The web server does not get ready.');
    }
    await sleep(POLL_MS);
  }
  releaseOutput(mode === 'dev');
  return { exited };
}

/** Keeps what the server prints while it starts; shows it when that failed, and everything after. */
function holdOutput(web: ChildProcess): (showHeld: boolean) => void {
  let held = '';
  let released = false;
  for (const stream of [web.stdout, web.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (released) process.stderr.write(text);
      else held += text;
    });
  }
  return (showHeld) => {
    released = true;
    if (showHeld) process.stderr.write(held);
  };
}

/** The instance that answers on the port and is well: an empty text when it does not say which it is. */
async function healthyInstance({ host, port }: Address): Promise<string | undefined> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/api/health`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (!healthSchema.safeParse(await response.json()).success) return undefined;
    return response.headers.get(INSTANCE_HEADER) ?? '';
  } catch {
    return undefined;
  }
}

/** What listens on every interface is asked on the loopback one; an IPv6 address stands in brackets. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
