import { type Exchange, type Network, postGuarded, thisNetwork } from '@/lib/network/guarded-post';
import { channelAddressProblem } from '@/lib/owners/channel-address';
import type { ChannelKind } from '@/lib/owners/channel-kinds';

/** One POST to the receiver of a channel. */
export interface Outgoing {
  readonly kind: ChannelKind;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Judged instead of `url`, when the path is ours and only the site was typed. */
  readonly typedAddress?: string;
}

/** Sends one JSON body to a robot, as `guardedPost`. */
export function postJson(kind: ChannelKind, url: string, body: string): Promise<Exchange> {
  return guardedPost({ kind, url, headers: { 'content-type': 'application/json; charset=utf-8' }, body });
}

/** Sends one POST to where a channel of this kind may send, as `postGuarded`. Never throws. */
export function guardedPost(
  { kind, typedAddress, ...outgoing }: Outgoing,
  network: Network = thisNetwork(),
): Promise<Exchange> {
  const judged = typedAddress ?? outgoing.url;
  return postGuarded(
    { ...outgoing, mayReach: (allowed) => channelAddressProblem(kind, judged, allowed) === null },
    network,
  );
}
