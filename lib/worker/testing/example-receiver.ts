import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Ctx } from '@/lib/accounts/context';
import { ingestSteps } from '@/lib/history/ingest';
import { ingestSchema } from '@/lib/history/ingest-schema';

const SCRIPT = path.join(import.meta.dirname, '../../../examples/drill-receiver/receiver.mjs');

export interface ExampleReceiver {
  readonly url: string;
  close(): Promise<void>;
}

/** The receiver of `examples/`, in a process of its own, which reports to the ingest of this database over HTTP. */
export async function startExampleReceiver(
  ctx: Ctx,
  port: number,
  env: Record<string, string>,
): Promise<ExampleReceiver> {
  const history = await startIngest(ctx);
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PORT: String(port), FAILPATH_URL: history.url, FAILPATH_TOKEN: 'token', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/drills`,
    close: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      await history.close();
    },
  };
}

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  server.close();
  await once(server, 'close');
  return address.port;
}

async function listening(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening')) return;
  throw new Error('the receiver did not start');
}

/** `POST /api/v1/run-steps`, as far as the receiver needs it. */
async function startIngest(ctx: Ctx) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const right = request.url === '/api/v1/run-steps' && request.headers.authorization === 'Bearer token';
    const body = ingestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (!right || !body.success) return void response.writeHead(400).end();
    const outcome = await ingestSteps({ ...ctx, now: new Date() }, body.data);
    response.writeHead(outcome.ok && outcome.value.rejected === 0 ? 200 : 422).end(JSON.stringify(outcome));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
