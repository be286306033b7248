import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { connectionConfig } from '@/lib/db/connection';
import { isJsonObject } from '@/lib/shared/json';
import type { Repetition } from './repetition';

/** Something that can be called and goes wrong: real servers on the loopback interface, and the given Postgres. */
export interface Sandbox {
  /** Answers `POST /<fault>` as the fault says, or never, and `POST /effect` with 200. */
  readonly http: string;
  /** Takes a request and resets the connection. */
  readonly reset: string;
  /** A port that is taken, so that nobody else can open it, and at which nobody listens. */
  readonly closed: string;
  /** Locks the trial's row, as something slow would; it is free again when this is called. Dies with the process. */
  holdRow(trialId: string): Promise<() => Promise<void>>;
  /** A connection to the database, as whatever calls it has one. */
  connect(): Promise<pg.Client>;
  /** Until all that was asked for is done, whether its caller has waited for it or not. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What an action sends with its request. */
export interface Effect {
  readonly trialId: string;
  /** By which the receiver drops a repetition: the header's key, or the input itself. */
  readonly key: string | null;
}

export interface SandboxOptions {
  /** Its Postgres. */
  readonly url: string;
  /** Seconds that a 429 asks for: the shortest that the header can say, so that no wait gets longer by it. */
  readonly retryAfter?: number;
}

const HOST = '127.0.0.1';
/** Nothing that holds a lock here lives longer, whatever becomes of who holds it. */
const LONGEST_HOLD = '10s';

/** Starts the servers of a sandbox; `close()` ends them with all connections. */
export async function startSandbox({ url, retryAfter = 1 }: SandboxOptions): Promise<Sandbox> {
  const pool = new pg.Pool({ ...connectionConfig(url), max: 2 });
  pool.on('error', () => undefined);
  const working = new Set<Promise<void>>();
  const http = createServer((request, response) => {
    // What is not read keeps an aborted request from being noticed.
    const work = answer(request, response, { pool, retryAfter }).catch(() => void response.destroy());
    working.add(work);
    void work.finally(() => working.delete(work));
  });
  const sockets = new Set<Socket>();
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => socket.resetAndDestroy());
  });
  const [httpPort, tcpPort] = [await listen(http), await listen(tcp)];
  const occupant = await openConnection(tcpPort);
  return {
    http: `http://${HOST}:${httpPort}`,
    reset: `http://${HOST}:${tcpPort}`,
    closed: `http://${HOST}:${occupant.localPort}`,
    holdRow: (trialId) => holdRow(url, trialId),
    connect: () => openClient(url),
    settled: async () => {
      while (working.size > 0) await Promise.all(working);
    },
    close: async () => {
      http.closeAllConnections();
      occupant.destroy();
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed(http), closed(tcp)]);
      await Promise.all(working);
      await pool.end();
    },
  };
}

interface Answering {
  readonly pool: pg.Pool;
  readonly retryAfter: number;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { pool, retryAfter }: Answering,
): Promise<void> {
  const body = await text(request);
  switch (request.url) {
    case '/http_429':
      response.writeHead(429, { 'retry-after': String(retryAfter) }).end('slow down');
      return;
    case '/http_503':
      response.writeHead(503).end('try again later');
      return;
    case '/http_401':
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end('the token is not valid');
      return;
    case '/effect':
      await happen(pool, readEffect(body));
      response.writeHead(200).end('done');
      return;
    case '/effect_then_timeout':
      await happen(pool, readEffect(body));
      return;
    default:
      // Taken, and never answered.
      return;
  }
}

/** What repetitions leave behind is counted here: the action happened unless its key was there. */
async function happen(pool: pg.Pool, { trialId, key }: Effect): Promise<void> {
  await pool.query(
    `insert into drill.effect (trial_id, number, key, happened_at)
     select $1::uuid, coalesce(max(number), 0) + 1, $2::text, clock_timestamp() from drill.effect where trial_id = $1::uuid
     having not coalesce(bool_or(key = $2::text), false)`,
    [trialId, key],
  );
}

function readEffect(body: string): Effect {
  const read: unknown = JSON.parse(body);
  if (!isJsonObject(read) || typeof read.trialId !== 'string') throw new Error('not an action of the sandbox');
  return { trialId: read.trialId, key: typeof read.key === 'string' ? read.key : null };
}

/** The key under which an action is sent, by what its receiver drops repetitions by. */
export function effectKey(repetition: Repetition, { key, input }: { key: string; input: string }): string | null {
  return { key, upsert: input, none: null }[repetition];
}

async function holdRow(url: string, trialId: string): Promise<() => Promise<void>> {
  const holder = await openClient(url);
  try {
    await holder.query('begin');
    await holder.query(`set local idle_in_transaction_session_timeout = '${LONGEST_HOLD}'`);
    await holder.query(
      `select from drill.node n join drill.workflow w on w.id = n.workflow_id
       where w.source_id = $1::uuid for update of n`,
      [trialId],
    );
  } catch (error) {
    await holder.end();
    throw error;
  }
  return () => holder.end();
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(url));
  // A connection that breaks while nothing is asked shows with the next question.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the sandbox has no port'));
      else resolve(address.port);
    });
  });
}

/** Its own end of a connection is a port like any other: taken, but nobody listens there. */
function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, HOST, () => resolve(socket));
    socket.once('error', reject);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
