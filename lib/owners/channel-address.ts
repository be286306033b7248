import ipaddr from 'ipaddr.js';
import type { ChannelKind } from './channel-kinds';

/** A host that the operator allows although it is private, speaks http or is no vendor's; null = its usual ports. */
export interface ChannelHost {
  readonly host: string;
  readonly port: number | null;
}

/** Why a channel may not reach an address; message keys (`notices.address`). */
export const ADDRESS_PROBLEMS = [
  'address_unreadable',
  'address_userinfo',
  'address_not_https',
  'address_port',
  'address_private',
  'address_not_vendor',
  'address_not_robot',
] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

interface Vendor {
  readonly isHost: (host: string) => boolean;
  /** What the address of a robot looks like, beyond its host. */
  readonly isRobot: (url: URL) => boolean;
}

const PORTS: readonly number[] = [443, 8443];
const PLAIN_PORT = 80;

/** Vendors' hosts by kind (`channels.md`); a kind without an entry may go to any public host. */
const VENDORS: Partial<Record<ChannelKind, Vendor>> = {
  slack: {
    isHost: (host) => host === 'hooks.slack.com',
    isRobot: (url) => /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(url.pathname),
  },
  teams: {
    isHost: (host) => isBelow(host, '.environment.api.powerplatform.com'),
    isRobot: (url) => url.pathname.startsWith('/powerautomate/') && url.searchParams.has('sig'),
  },
  feishu: {
    isHost: (host) => host === 'open.feishu.cn' || host === 'open.larksuite.com',
    isRobot: (url) => /^\/open-apis\/bot\/v2\/hook\/[^/]+$/.test(url.pathname),
  },
  dingtalk: {
    isHost: (host) => host === 'oapi.dingtalk.com',
    isRobot: (url) => url.pathname === '/robot/send' && url.searchParams.has('access_token'),
  },
  wecom: {
    isHost: (host) => host === 'qyapi.weixin.qq.com',
    isRobot: (url) => url.pathname === '/cgi-bin/webhook/send' && url.searchParams.has('key'),
  },
  jira: {
    isHost: (host) => isBelow(host, '.atlassian.net'),
    isRobot: (url) => url.pathname === '/' && url.search === '' && url.hash === '',
  },
};

/** Addresses that are public by their range, and yet a cloud's own: Azure's wire server, Alibaba's metadata. */
const CLOUD_ADDRESSES: readonly string[] = ['168.63.129.16', '100.100.100.200'];

/**
 * Why this kind of channel may not use this address, by the address alone; null = it may. Every spelling of an IP
 * address counts as what it means. Where a name leads to is judged when it is used (`lib/alerts/channels`).
 */
export function channelAddressProblem(
  kind: ChannelKind,
  address: string,
  allowed: readonly ChannelHost[],
): AddressProblem | null {
  if (!URL.canParse(address)) return 'address_unreadable';
  const url = new URL(address);
  if (!['https:', 'http:'].includes(url.protocol) || url.hostname === '') return 'address_unreadable';
  if (url.username !== '' || url.password !== '') return 'address_userinfo';
  if (isAllowedHost(url, allowed)) return null;
  if (url.protocol !== 'https:') return 'address_not_https';
  const vendor = VENDORS[kind];
  if (vendor && !vendor.isHost(url.hostname)) return 'address_not_vendor';
  if (!PORTS.includes(portOf(url))) return 'address_port';
  if (vendor) return vendor.isRobot(url) ? null : 'address_not_robot';
  return isPrivateHost(url.hostname) ? 'address_private' : null;
}

/** True for a name within a domain: one label or more before it, none of them empty. */
function isBelow(host: string, domain: string): boolean {
  return host.endsWith(domain) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host.slice(0, -domain.length));
}

/** True when the operator allows the host of this address, with its port. */
export function isAllowedHost(url: URL, allowed: readonly ChannelHost[]): boolean {
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
 * Reads `FAILPATH_CHANNEL_HOSTS`: hosts, or hosts with a port, separated by commas. What cannot be read is listed
 * in `wrong` and allows nothing.
 */
export function parseChannelHosts(text: string): { readonly hosts: ChannelHost[]; readonly wrong: string[] } {
  const hosts: ChannelHost[] = [];
  const wrong: string[] = [];
  for (const entry of text.split(',').map((each) => each.trim())) {
    if (entry === '') continue;
    const host = readHost(entry);
    if (host) hosts.push(host);
    else wrong.push(entry);
  }
  return { hosts, wrong };
}

function readHost(entry: string): ChannelHost | null {
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
