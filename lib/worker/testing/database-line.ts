import { connect, createServer, type Socket } from 'node:net';

/** A line to a database that can be cut and mended. */
export interface DatabaseLine {
  readonly url: string;
  /** Breaks what is connected; until it is mended, connections are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Stands between a worker and the database at `target`. */
export async function openLine(target: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => listen(address.port),
  };
}
