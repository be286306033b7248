import ipaddr from 'ipaddr.js';

/** A host that the operator allows although it is private, speaks http or is no vendor's; null = its usual ports. */
export interface AllowedHost {
  readonly host: string;
  readonly port: number | null;
}

/** Why an address that a person typed may not be reached; message keys. */
export const TYPED_PROBLEMS = [
  'address_unreadable',
  'address_userinfo',
  'address_not_https',
  'address_port',
  'address_private',
] as const;
export type TypedProblem = (typeof TYPED_PROBLEMS)[number];

const PORTS: readonly number[] = [443, 8443];
const PLAIN_PORT = 80;

/** Addresses that are public by their range, and yet a cloud's own: Azure's wire server, Alibaba's metadata. */
const CLOUD_ADDRESSES: readonly string[] = ['168.63.129.16', '100.100.100.200'];

/**
 * Why an address that a person typed may not be reached, by the address alone; null = it may. Every spelling of an IP
 * address counts as what it means. Where a name leads to is judged when it is used (`guarded-post.ts`).
 */
export function typedAddressProblem(address: string, allowed: readonly AllowedHost[]): TypedProblem | null {
  if (!URL.canParse(address)) return 'address_unreadable';
  const url = new URL(address);
  if (!['https:', 'http:'].includes(url.protocol) || url.hostname === '') return 'address_unreadable';
  if (url.username !== '' || url.password !== '') return 'address_userinfo';
  if (isAllowedHost(url, allowed)) return null;
  if (url.protocol !== 'https:') return 'address_not_https';
  if (!PORTS.includes(portOf(url))) return 'address_port';
  return isPrivateHost(url.hostname) ? 'address_private' : null;
}

/** True when the operator allows the host of this address, with its port. */
export function isAllowedHost(url: URL, allowed: readonly AllowedHost[]): boolean {
  const port = portOf(url);
  return allowed.some(
    (each) =>
      each.host === url.hostname && (each.port === null ? [...PORTS, PLAIN_PORT].includes(port) : each.port === port),
  );
}

/**
 * True for an IP address of the public internet: one of a range that is `unicast`, whatever it is mapped into, and
 * of none that a cloud keeps for itself. False for what is no IP address.
 */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || CLOUD_ADDRESSES.includes(address.toString())) return false;
  // Beyond 2000::/3 nothing is given out; `::127.0.0.1` of old would pass as unicast.
  const [first = 0] = address.toByteArray();
  return address.kind() === 'ipv4' || first >> 5 === 1;
}

/** The IP address that a URL's host is, without brackets; null for a name. */
export function literalIp(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/**
 * Reads `FAILPATH_CHANNEL_HOSTS`, or `FAILPATH_SOURCE_HOSTS`: hosts, or hosts with a port, separated by commas. What
 * cannot be read is listed in `wrong` and allows nothing.
 */
export function parseAllowedHosts(text: string): { readonly hosts: AllowedHost[]; readonly wrong: string[] } {
  const hosts: AllowedHost[] = [];
  const wrong: string[] = [];
  for (const entry of text.split(',').map((each) => each.trim())) {
    if (entry === '') continue;
    const host = readHost(entry);
    if (host) hosts.push(host);
    else wrong.push(entry);
  }
  return { hosts, wrong };
}

function readHost(entry: string): AllowedHost | null {
  const [, name, port] = /^([^\s/?#@:*[\]]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (name === undefined || !URL.canParse(`https://${name}`)) return null;
  const number = port === undefined ? null : Number(port);
  if (number !== null && (number < 1 || number > 65_535)) return null;
  return { host: new URL(`https://${name}`).hostname, port: number };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : PLAIN_PORT;
}

function isPrivateHost(hostname: string): boolean {
  const literal = literalIp(hostname);
  if (literal !== null) return !isPublicIp(literal);
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}
