import { once } from 'node:events';
import net from 'node:net';

/** Stands between the product and its Postgres, and knows when somebody waits for an answer. */
export interface SqlProxy {
  /** The database's URL, through the proxy. */
  readonly url: string;
  /** Time in [from, to] (`performance.now()`) in which at least one connection waited for Postgres, in ms. */
  waited(from: number, to: number): number;
  close(): void;
}

const HEADER = 5;
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Measures from outside, so that the product needs no clocks of its own: from what is sent to "ready for query". */
export async function startSqlProxy(databaseUrl: string): Promise<SqlProxy> {
  const target = new URL(databaseUrl);
  const spans: { readonly from: number; to: number }[] = [];
  let waiting = 0;
  const begin = () => {
    waiting += 1;
    if (waiting === 1) spans.push({ from: performance.now(), to: Number.POSITIVE_INFINITY });
  };
  const end = () => {
    waiting -= 1;
    const last = spans.at(-1);
    if (waiting === 0 && last) last.to = performance.now();
  };

  const server = net.createServer((client) => {
    const postgres = net.connect(Number(target.port), target.hostname);
    let asked = false;
    const settle = () => {
      if (asked) end();
      asked = false;
    };
    const answered = readyReader(settle);
    client.on('data', (chunk) => {
      if (!asked) begin();
      asked = true;
      postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      answered(chunk);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        settle();
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const url = new URL(databaseUrl);
  url.port = `${address.port}`;
  return {
    url: url.toString(),
    waited: (from, to) =>
      spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0),
    close: () => server.close(),
  };
}

/** Follows the messages of the server (type, length, content), however they are cut, and tells of each "ready". */
function readyReader(ready: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let skip = 0;
  return (chunk) => {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (bytes.length > 0) {
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      bytes = bytes.subarray(skipped);
      if (bytes.length < HEADER) break;
      if (bytes[0] === READY_FOR_QUERY) ready();
      skip = bytes.readUInt32BE(1) + 1;
    }
    rest = Buffer.from(bytes);
  };
}
