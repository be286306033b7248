import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startNode } from './child-process';

/** Loopback only: while there are no accounts, whoever reaches the port owns everything. */
const HOST = '127.0.0.1';
const READY_PATIENCE_MS = 120_000;
const PORT_PATIENCE_MS = 3_000;
const POLL_MS = 150;
const INSTANCE_HEADER = 'failpath-instance';

const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });

/** Throws, saying what to do, when the port is taken. A predecessor that is just ending gets some seconds. */
export async function demandFreePort(port: number): Promise<void> {
  const deadline = Date.now() + PORT_PATIENCE_MS;
  while (!(await isFree(port))) {
    if (Date.now() > deadline) {
      if ((await healthyInstance(port)) !== undefined)
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

/** Starts the built application (or the development server) and returns once it answers and sees its database. */
export async function startWeb(port: number, databaseUrl: string, mode: 'start' | 'dev'): Promise<WebServer> {
  const instance = randomUUID();
  const web = startNode('next/dist/bin/next', [mode, '-H', HOST, '-p', `${port}`], {
    output: 'pipe',
    env: {
      DATABASE_URL: databaseUrl,
      FAILPATH_INSTANCE: instance,
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
    },
  });
  const exited = once(web, 'exit').then(([code, signal]) => `${signal ?? code}`);
  const releaseOutput = holdOutput(web);
  const deadline = Date.now() + READY_PATIENCE_MS;
  // Another Failpath may answer on this port while ours is about to find it taken.
  while ((await healthyInstance(port)) !== instance) {
    if (web.exitCode !== null || web.signalCode !== null) {
      await demandFreePort(port);
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
async function healthyInstance(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://${HOST}:${port}/api/health`, { signal: AbortSignal.timeout(5_000) });
    if (!healthSchema.safeParse(await response.json()).success) return undefined;
    return response.headers.get(INSTANCE_HEADER) ?? '';
  } catch {
    return undefined;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
