import { type AllowedHost, isPublicIp, literalIp } from '@/lib/network/address';
import type { ShownPlace } from './source-place';

/** Ports of a host that the operator allows without one: Postgres, a second one, and poolers. */
const USUAL_PORTS: readonly number[] = [5432, 5433, 6432, 6543];
/** Below it other services live, which nobody is to be able to feel for. */
const FIRST_OPEN_PORT = 1024;

export type PlaceProblem = 'address_unreadable' | 'address_private' | 'address_not_tls' | 'address_port';

/** What is known of a place before its name is looked up. */
export interface JudgedPlace {
  /** As a URL has it: every spelling of an IP address is what it means. */
  readonly host: string;
  /** The operator allows it: on a private network, and without TLS. */
  readonly allowed: boolean;
  readonly problem: PlaceProblem | null;
}

/**
 * Whether another Postgres may be reached, by its address alone. Where its name leads to is judged when it is connected
 * to. The rules of `lib/network/address.ts`: public hosts, protected, unless the operator says otherwise.
 */
export function judgePlace({ host, port, tls }: ShownPlace, allowed: readonly AllowedHost[]): JudgedPlace {
  const address = `https://${host.includes(':') ? `[${host}]` : host}`;
  if (!URL.canParse(address) || /[/?#@\\%\s]/.test(host))
    return { host, allowed: false, problem: 'address_unreadable' };
  const hostname = new URL(address).hostname;
  if (isAllowed(hostname, port, allowed)) return { host: hostname, allowed: true, problem: null };
  return { host: hostname, allowed: false, problem: problemOf(hostname, port, tls) };
}

function problemOf(host: string, port: number, tls: ShownPlace['tls']): PlaceProblem | null {
  const literal = literalIp(host);
  const name = host.replace(/\.$/, '');
  const local = !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
  if (literal === null ? local : !isPublicIp(literal)) return 'address_private';
  if (tls === 'off') return 'address_not_tls';
  return port < FIRST_OPEN_PORT ? 'address_port' : null;
}

function isAllowed(host: string, port: number, allowed: readonly AllowedHost[]): boolean {
  return allowed.some(
    (each) => each.host === host && (each.port === null ? USUAL_PORTS.includes(port) : each.port === port),
  );
}
