import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { product } from './product';

/** What a receiver got: one request. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhooks on this machine, as a customer would run one. */
export interface Receiver {
  /** Of a path that answers with 200, or with the status that it names: `/in?status=404`. */
  readonly address: (path: string) => string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
}

/** Starts the receiver that the product's channels are allowed to reach. */
export async function startReceiver(): Promise<Receiver> {
  const port = product().receiverPort;
  if (!Number.isInteger(port) || port < 1) throw new Error('The port of the receiver is not known.');
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url ?? '/';
    received.push({ path, headers: headersOf(request), body });
    response.statusCode = Number(new URL(path, 'http://localhost').searchParams.get('status') ?? 200);
    response.end(response.statusCode < 300 ? '{"taken":true}' : '{"error":"no such hook"}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The content of what came, when the secret really signed it; throws else. */
export function verified({ body, headers }: Received, secret: string): unknown {
  // Its own clock would do, were it not for slow machines.
  return new Webhook(secret).verify(body, { ...headers });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
