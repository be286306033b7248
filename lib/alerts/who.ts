import { type ChannelReach, type GroupReach, toldChannels } from '@/lib/owners/channel-health';
import { type Recipient, recipientAndReason } from '@/lib/policy/recipient';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';

/** Who would be told of a hand-off of a node, or why nobody would. */
export type Who =
  | { readonly told: false; readonly because: 'no_owner' }
  | { readonly told: false; readonly because: 'group_missing'; readonly recipient: Recipient }
  | {
      readonly told: false;
      readonly because: 'no_channel';
      readonly recipient: Recipient;
      readonly group: GroupReach;
    }
  | {
      readonly told: true;
      readonly recipient: Recipient;
      readonly group: GroupReach;
      readonly channels: readonly ChannelReach[];
      /** Stand in when one of the channels cannot deliver. */
      readonly fallbacks: readonly ChannelReach[];
    };

/**
 * Who would be told if this node handed over now, by the document as it is being written: it need not be a policy
 * that holds. The same rules as when it happens (`recipientAndReason`, `toldChannels`); nobody else is told in
 * anybody's place.
 */
export function whoWouldBeTold(
  document: JsonObject,
  inheritedOwner: string | null,
  groups: readonly GroupReach[],
): Who {
  const rule = document.onExhausted;
  const notify = named(isJsonObject(rule) ? rule.notify : undefined);
  const owner = named(document.owner);
  const recipient = recipientAndReason(
    {
      ...(owner !== undefined && { owner }),
      ...(notify !== undefined && { onExhausted: { action: 'manual' as const, notify } }),
    },
    inheritedOwner,
  );
  if (recipient === null) return { told: false, because: 'no_owner' };
  const group = groups.find(({ slug }) => slug === recipient.slug);
  if (!group) return { told: false, because: 'group_missing', recipient };
  const channels = toldChannels(group.channels);
  if (channels.length === 0) return { told: false, because: 'no_channel', recipient, group };
  const fallbacks = group.channels.filter(
    (each) => each.fallback && each.health.state !== 'off' && !channels.includes(each),
  );
  return { told: true, recipient, group, channels, fallbacks };
}

/** An empty name names nobody, as in a policy. */
function named(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
