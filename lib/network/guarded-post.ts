import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { buildConnector, Client } from 'undici';
import { readEnvironment } from '@/lib/env';
import { SECOND_MS } from '@/lib/shared/clock';
import { type AllowedHost, isAllowedHost, isPublicIp, literalIp, parseAllowedHosts } from './address';

/** One POST to a receiver. */
export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the address may be reached, by the address alone. */
  readonly mayReach: (allowed: readonly AllowedHost[]) => boolean;
}

/** What became of it. */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'blocked' }
  /** Nothing was written. `code` is of the operating system, TLS or the HTTP client. */
  | { readonly kind: 'not_reached'; readonly code: string | null }
  /** Something was written, and no answer came. */
  | { readonly kind: 'no_answer'; readonly problem: 'timed_out' | 'connection_broke'; readonly code: string | null };

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** At most 64 KB of the body. */
  readonly text: string;
  /** False when the body was longer, or broke off. */
  readonly whole: boolean;
}

/** What the guard asks the machine for; tests give their own. */
export interface Network {
  readonly allowed: readonly AllowedHost[];
  /** All IP addresses of a name. */
  resolve(host: string): Promise<readonly string[]>;
  readonly connect: buildConnector.connector;
  /** IP addresses of this machine itself. */
  ownAddresses(): readonly string[];
  readonly totalMs: number;
}

const TOTAL_MS = 15 * SECOND_MS;
/** For each IP address of a name; several are tried within the total. */
const CONNECT_MS = 5 * SECOND_MS;
const MOST_BYTES = 64 * 1_024;

/** The hosts of `FAILPATH_CHANNEL_HOSTS`. */
export function configuredHosts(): readonly AllowedHost[] {
  return parseAllowedHosts(readEnvironment().FAILPATH_CHANNEL_HOSTS ?? '').hosts;
}

/** The hosts of `FAILPATH_SOURCE_HOSTS`. */
export function configuredSourceHosts(): readonly AllowedHost[] {
  return parseAllowedHosts(readEnvironment().FAILPATH_SOURCE_HOSTS ?? '').hosts;
}

/** The network of this process; the hosts that the operator allows are read anew each time. */
export function thisNetwork(): Network {
  return {
    allowed: configuredHosts(),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    connect: buildConnector({ timeout: CONNECT_MS, maxCachedSessions: 0 }),
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
    totalMs: TOTAL_MS,
  };
}

/**
 * Sends one POST to an address that a person typed (`channels.md`, "URLs that users type"): to public IP addresses
 * only, unless the operator allows the host; connected to the very IP address that was judged; no redirect is
 * followed; 15 s in all; 64 KB of the answer. One connection per call, so no judgement outlives its call. Never throws.
 */
export async function postGuarded(outgoing: Posted, network: Network = thisNetwork()): Promise<Exchange> {
  if (!outgoing.mayReach(network.allowed)) return { kind: 'blocked' };
  const url = new URL(outgoing.url);
  const progress = { blocked: false, connected: false };
  const { signal, stop } = timeLimit(network.totalMs);
  const client = new Client(url.origin, {
    connect: guardedConnector(url, network, progress, signal),
    headersTimeout: network.totalMs,
    bodyTimeout: network.totalMs,
    pipelining: 1,
  });
  try {
    const response = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'user-agent': 'Failpath', accept: 'application/json, text/plain', ...outgoing.headers },
      body: outgoing.body,
      signal,
    });
    const retryAfter = response.headers['retry-after'];
    const answer = {
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      ...(await readBody(response.body)),
    };
    return { kind: 'answered', answer };
  } catch (error) {
    if (progress.blocked) return { kind: 'blocked' };
    const code = codeOf(error);
    if (!progress.connected) return { kind: 'not_reached', code };
    const late = signal.aborted || code === 'UND_ERR_HEADERS_TIMEOUT';
    return { kind: 'no_answer', problem: late ? 'timed_out' : 'connection_broke', code };
  } finally {
    stop();
    // Not awaited: a peer that does not close holds nobody up.
    client.destroy().catch(() => undefined);
  }
}

/** Judges the IP addresses of the host and connects to one of those, whatever a name may lead to a moment later. */
function guardedConnector(
  url: URL,
  network: Network,
  progress: { blocked: boolean; connected: boolean },
  signal: AbortSignal,
): buildConnector.connector {
  return (options, callback) => {
    const connected = async (): Promise<void> => {
      const addresses = await judgedAddresses(url.hostname, isAllowedHost(url, network.allowed), network);
      if (addresses.length === 0) {
        progress.blocked = true;
        throw new Error('blocked');
      }
      const name = literalIp(url.hostname) === null ? { servername: url.hostname } : {};
      const socket = await firstConnected(addresses, signal, (hostname) =>
        connectTo({ ...options, ...name, hostname }, network.connect),
      );
      if (signal.aborted) {
        socket.destroy();
        throw asError(signal.reason);
      }
      progress.connected = true;
      callback(null, socket);
    };
    // The client learns of the time limit only when there is a connection, or none.
    Promise.race([connected(), whenAborted(signal)]).catch((error: unknown) => callback(asError(error), null));
  };
}

function timeLimit(ms: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('time is up', 'TimeoutError')), ms);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(asError(signal.reason)), { once: true });
  });
}

/**
 * The IP addresses of a host that may be connected to, found once; none when any of them is not of the public internet
 * and the operator does not allow the host. Throws what `resolve` throws, and `ENOTFOUND` for a name without address.
 */
export async function judgedAddresses(
  host: string,
  allowed: boolean,
  network: Pick<Network, 'resolve' | 'ownAddresses'>,
): Promise<readonly string[]> {
  const literal = literalIp(host);
  const addresses = literal === null ? await network.resolve(host) : [literal];
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  if (allowed) return addresses;
  const own = network.ownAddresses();
  return addresses.every((address) => isPublicIp(address) && !own.includes(address)) ? addresses : [];
}

type Socket = Parameters<Extract<buildConnector.Callback, unknown>>[1];
type Connected = NonNullable<Socket>;

async function firstConnected(
  addresses: readonly string[],
  signal: AbortSignal,
  connect: (address: string) => Promise<Connected>,
): Promise<Connected> {
  let last: unknown = new Error('not reached');
  for (const address of addresses) {
    if (signal.aborted) break;
    try {
      return await connect(address);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function connectTo(options: buildConnector.Options, connect: buildConnector.connector): Promise<Connected> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (socket ? resolve(socket) : reject(asError(error))));
  });
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Pick<HttpAnswer, 'text' | 'whole'>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let whole = true;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) break;
    }
  } catch {
    whole = false;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_BYTES));
  return { text, whole: whole && bytes <= MOST_BYTES };
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not reached');
}
