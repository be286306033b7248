import type { AllowedHost } from '@/lib/network/address';
import { configuredHosts } from '@/lib/network/guarded-post';
import { type AddressProblem, channelAddressProblem } from '@/lib/owners/channel-address';
import type { ChannelKind } from '@/lib/owners/channel-kinds';

/**
 * Why an address may not be saved for this kind of channel; a message key (`notices.address`), null = it may.
 * Without `allowed`, the hosts that the operator of this process allows.
 */
export function addressProblem(
  kind: ChannelKind,
  address: string,
  allowed: readonly AllowedHost[] = configuredHosts(),
): AddressProblem | null {
  return channelAddressProblem(kind, address, allowed);
}
