import { Socket } from 'node:net';
import pg from 'pg';
import { connectionConfig } from '@/lib/db/connection';
import { literalIp } from '@/lib/network/address';
import { configuredSourceHosts, judgedAddresses, type Network, thisNetwork } from '@/lib/network/guarded-post';
import { SECOND_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { type FaultPlace, faultOf, type SourceFault } from './fault';
import { judgePlace } from './place-guard';
import { readPlaceUrl, type ShownPlace } from './source-place';

/** Where a source's tables are. `own`: the database of Failpath itself. */
export interface SourcePlace {
  readonly url: string;
  readonly own: boolean;
}

/** A connection that stands. */
export interface Connection {
  readonly client: pg.Client;
  readonly place: FaultPlace;
  /** Breaks it off at once: what waits for an answer fails. */
  destroy(): void;
  /** Says goodbye, and does not wait long for an answer. */
  close(): Promise<void>;
}

const CONNECT_MS = 5 * SECOND_MS;
const GOODBYE_MS = SECOND_MS;

type Finding = Pick<Network, 'resolve' | 'ownAddresses'>;
type Settings = pg.ClientConfig;

/**
 * Connects to where a source's tables are. Another Postgres: to the very IP address that was judged, with nothing of
 * this process's environment or files (passwords of others, certificates) and nothing of its URL but what is known.
 */
export async function connect(
  place: SourcePlace,
  network: Finding = thisNetwork(),
): Promise<Result<Connection, SourceFault>> {
  if (place.own) {
    const known = ownPlace(place.url);
    return first([connectionConfig(place.url)], known);
  }
  const read = readPlaceUrl(place.url);
  if (read === null) return err({ code: 'address_unreadable', values: {} });
  const known = { ...read.place, password: read.password };
  const judged = judgePlace(read.place, configuredSourceHosts());
  const { host, port, database, user } = read.place;
  const refused = { host, port: String(port), database, user };
  if (judged.problem !== null) return err({ code: judged.problem, values: refused });
  try {
    const addresses = await judgedAddresses(judged.host, judged.allowed, network);
    if (addresses.length === 0) return err({ code: 'address_private', values: refused });
    return first(
      addresses.map((address) => settingsOf(address, judged.host, known)),
      known,
    );
  } catch (error) {
    return err(faultOf(error, known, false));
  }
}

/** The first of them that answers, whatever it answers. */
async function first(each: readonly Settings[], place: FaultPlace): Promise<Result<Connection, SourceFault>> {
  let last: SourceFault = { code: 'unreachable', values: { host: place.host, port: String(place.port) } };
  for (const settings of each) {
    const opened = await open(settings, place);
    if (opened.ok || opened.error.code !== 'unreachable') return opened;
    last = opened.error;
  }
  return err(last);
}

async function open(settings: Settings, place: FaultPlace): Promise<Result<Connection, SourceFault>> {
  const socket = new Socket();
  const client = new pg.Client({ ...settings, stream: () => socket });
  // One that breaks while nothing is asked; the next statement says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    return err(faultOf(error, place, false));
  }
  const destroy = () => {
    socket.destroy();
  };
  const close = async () => {
    const timer = setTimeout(destroy, GOODBYE_MS);
    await client.end().catch(() => undefined);
    clearTimeout(timer);
    destroy();
  };
  return ok({ client, place, destroy, close });
}

function settingsOf(address: string, host: string, place: ShownPlace & { readonly password: string }): Settings {
  return {
    host: address,
    port: place.port,
    database: place.database,
    user: place.user,
    // As a function: an empty one would be replaced by that of the environment, or of a file.
    password: () => place.password,
    ssl: tlsOf(host, place.tls),
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'failpath',
  };
}

function tlsOf(host: string, tls: ShownPlace['tls']): Settings['ssl'] {
  if (tls === 'off') return false;
  const name = literalIp(host) === null ? { servername: host } : {};
  return { ...name, rejectUnauthorized: tls === 'verified' };
}

function ownPlace(url: string): FaultPlace {
  const { hostname, port, pathname, username, password } = new URL(url);
  const text = (part: string) => decodeURIComponent(part);
  return {
    host: hostname,
    port: Number(port) || 5432,
    database: text(pathname.slice(1)),
    user: text(username),
    password: text(password),
  };
}
