import type { Server, ServerResponse } from 'node:http';

/** What a server does instead of answering well. */
export type Misbehaviour =
  | { readonly kind: 'answer'; readonly status: number; readonly body?: string; readonly headers?: Headers }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Status and headers, the beginning of a body, and then nothing. */
  | { readonly kind: 'hang_mid_answer'; readonly status: number }
  /** Takes the request and resets the connection. */
  | { readonly kind: 'reset' }
  /** Status and headers that promise more than comes before the connection is reset. */
  | { readonly kind: 'reset_mid_answer'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** 10 MB of body. */
  | { readonly kind: 'flood'; readonly status: number }
  /** A page for people, as proxies and sign-in walls answer. */
  | { readonly kind: 'html' };

type Headers = Readonly<Record<string, string>>;

const MEGABYTE = 'x'.repeat(1_048_576);

/** Answers a request that was read badly, as told. */
export function misbehave(response: ServerResponse, how: Misbehaviour): void {
  switch (how.kind) {
    case 'answer':
      response.writeHead(how.status, how.headers).end(how.body ?? '');
      return;
    case 'hang':
      return;
    case 'hang_mid_answer':
      response.writeHead(how.status, { 'content-length': '100' }).write('{"errcode":');
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'reset_mid_answer':
      response.writeHead(how.status, { 'content-length': '100' }).write('{"errcode":', () => {
        response.socket?.resetAndDestroy();
      });
      return;
    case 'redirect':
      response.writeHead(302, { location: how.to }).end();
      return;
    case 'flood':
      response.writeHead(how.status, { 'content-type': 'application/json' });
      flood(response, 10);
      return;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Sign in</title><p>Please sign in.');
      return;
  }
}

/** Listens on a free port of the loopback interface; how it is reached. */
export async function listening(server: Server): Promise<{ readonly host: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function flood(response: ServerResponse, megabytes: number): void {
  if (megabytes === 0 || response.destroyed) {
    response.end();
    return;
  }
  response.write(MEGABYTE, () => flood(response, megabytes - 1));
}
