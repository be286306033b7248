import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** `from`: the process that sent it. */
const receivedSchema = z.object({ id: z.string(), body: z.string(), from: z.number() });

/** One message as it arrived. */
export type Received = z.infer<typeof receivedSchema>;

export interface Receiver {
  readonly url: string;
  /** All that arrived, in order. */
  readonly received: Received[];
  /** What is answered from now on; 200 at first. `hang` takes the message and never answers; `break` closes at once. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

export type Answer =
  | 'hang'
  | 'break'
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

/** A real HTTP server on the loopback interface that takes the messages of `testSender`. */
export async function startReceiver(onReceived?: (received: Received) => void): Promise<Receiver> {
  const received: Received[] = [];
  let how: Answer = { status: 200 };
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const message = receivedSchema.parse(JSON.parse(text));
      received.push(message);
      onReceived?.(message);
      reply(response, how);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/in/4f7d9a0c2b1e`,
    received,
    answer: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(response: ServerResponse, how: Answer): void {
  if (how === 'hang') return;
  if (how === 'break') {
    response.destroy();
    return;
  }
  response.writeHead(how.status, how.headers).end(how.body ?? '');
}

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
