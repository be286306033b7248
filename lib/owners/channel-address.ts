import { type AllowedHost, isAllowedHost, typedAddressProblem } from '@/lib/network/address';
import type { ChannelKind } from './channel-kinds';

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

/**
 * Why this kind of channel may not use this address, by the address alone; null = it may. Where a name leads to is
 * judged when it is used.
 */
export function channelAddressProblem(
  kind: ChannelKind,
  address: string,
  allowed: readonly AllowedHost[],
): AddressProblem | null {
  const vendor = VENDORS[kind];
  const problem = typedAddressProblem(address, allowed);
  if (!vendor || problem === 'address_unreadable' || problem === 'address_userinfo') return problem;
  const url = new URL(address);
  if (isAllowedHost(url, allowed)) return null;
  if (problem === 'address_not_https') return problem;
  if (!vendor.isHost(url.hostname)) return 'address_not_vendor';
  if (problem === 'address_port') return problem;
  return vendor.isRobot(url) ? null : 'address_not_robot';
}

/** True for a name within a domain: one label or more before it, none of them empty. */
function isBelow(host: string, domain: string): boolean {
  return host.endsWith(domain) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host.slice(0, -domain.length));
}
