import type { ChannelKind } from './channel-kinds';

/** What the workers share about a channel, as far as its health goes. */
export interface ChannelRecord {
  readonly failuresInRow: number;
  readonly openUntil: Date | null;
  readonly lastSentAt: Date | null;
  /** The first try that failed since one arrived. */
  readonly failingSince: Date | null;
  readonly lastProblem: string | null;
  readonly confirmedAt: Date | null;
}

/** How a channel is. `nobody`: a mail channel without a single address. `problem` is a word of `lib/alerts`. */
export type ChannelHealth =
  | { readonly state: 'off' | 'nobody' | 'untried' }
  | { readonly state: 'works' | 'confirmed'; readonly at: Date }
  | { readonly state: 'failing'; readonly since: Date | null; readonly problem: string | null }
  | { readonly state: 'paused'; readonly until: Date; readonly problem: string | null };

/** A channel as it stands beside the choice of a group. */
export interface ChannelReach {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly fallback: boolean;
  readonly health: ChannelHealth;
}

/**
 * How a group can be reached. `no_channel`: nobody is told. `failing`: no channel reaches anybody as things are.
 * `partly`: some do. `untried`: nothing was ever sent.
 */
export type GroupHealth = 'no_channel' | 'failing' | 'partly' | 'untried' | 'works';

/** A group with how it is told. */
export interface GroupReach {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly health: GroupHealth;
  readonly channels: readonly ChannelReach[];
}

/**
 * How a channel is now. Failing is what the last try says: one that reached nobody, or was refused. Whoever
 * confirmed a message says more than the provider's answer, until one fails.
 */
export function channelHealth(
  { enabled, recipients }: { readonly enabled: boolean; readonly recipients: number | null },
  record: ChannelRecord | null,
  now: Date,
): ChannelHealth {
  if (!enabled) return { state: 'off' };
  if (recipients === 0) return { state: 'nobody' };
  if (record === null) return { state: 'untried' };
  const { failuresInRow, openUntil, lastSentAt, failingSince, lastProblem: problem, confirmedAt } = record;
  if (openUntil !== null && openUntil > now) return { state: 'paused', until: openUntil, problem };
  if (failuresInRow > 0) return { state: 'failing', since: failingSince, problem };
  if (confirmedAt !== null) return { state: 'confirmed', at: confirmedAt };
  return lastSentAt === null ? { state: 'untried' } : { state: 'works', at: lastSentAt };
}

/** How a group can be reached through its channels. */
export function groupHealth(channels: readonly ChannelReach[]): GroupHealth {
  const used = channels.filter(({ health }) => health.state !== 'off');
  if (used.length === 0) return 'no_channel';
  const broken = used.filter(isBroken).length;
  if (broken > 0) return broken < used.length ? 'partly' : 'failing';
  return used.every(({ health }) => health.state === 'untried') ? 'untried' : 'works';
}

/** The channels that are told: those that are on and no fallbacks; where there are only fallbacks, those. */
export function toldChannels(channels: readonly ChannelReach[]): readonly ChannelReach[] {
  const used = channels.filter(({ health }) => health.state !== 'off');
  const first = used.filter(({ fallback }) => !fallback);
  return first.length > 0 ? first : used;
}

/** True when the group would reach nobody any more without this channel, which it does with it. */
export function isLastWay(channels: readonly ChannelReach[], id: string): boolean {
  const used = channels.filter(({ health }) => health.state !== 'off');
  const gone = used.find((each) => each.id === id);
  if (!gone) return false;
  const rest = used.filter((each) => each.id !== id);
  return rest.length === 0 || (rest.every(isBroken) && !isBroken(gone));
}

function isBroken({ health }: ChannelReach): boolean {
  return ['nobody', 'failing', 'paused'].includes(health.state);
}
