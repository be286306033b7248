import { readEnvironment } from '@/lib/env';
import {
  type AddressProblem,
  type ChannelHost,
  channelAddressProblem,
  parseChannelHosts,
} from '@/lib/owners/channel-address';
import type { ChannelKind } from '@/lib/owners/channel-kinds';

/**
 * Why an address may not be saved for this kind of channel; a message key (`notices.address`), null = it may.
 * Without `allowed`, the hosts that the operator of this process allows.
 */
export function addressProblem(
  kind: ChannelKind,
  address: string,
  allowed: readonly ChannelHost[] = configuredHosts(),
): AddressProblem | null {
  return channelAddressProblem(kind, address, allowed);
}

/** The hosts of `FAILPATH_CHANNEL_HOSTS`. */
export function configuredHosts(): readonly ChannelHost[] {
  return parseChannelHosts(readEnvironment().FAILPATH_CHANNEL_HOSTS ?? '').hosts;
}
