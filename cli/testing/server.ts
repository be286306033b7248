import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes as they are; anything else as JSON. */
  readonly body?: unknown;
}

export interface TestServer {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** A real HTTP server on the loopback interface that answers as it is told, and notes what it was asked. */
export async function startServer(answer: (request: Asked) => Reply): Promise<TestServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const body = method === 'POST' ? await json(request) : undefined;
      asked.push({ method, url, headers, body });
      const reply = answer({ method, url, headers, body });
      const isBytes = reply.body instanceof Uint8Array;
      response.writeHead(reply.status, {
        ...(isBytes ? {} : { 'content-type': 'application/json' }),
        ...reply.headers,
      });
      response.end(isBytes ? reply.body : JSON.stringify(reply.body ?? null));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
