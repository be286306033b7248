/** Whether somebody was told of a hand-off, in one word. */
export const TOLD = [
  'sent',
  'muted',
  'waiting',
  'unclear',
  'failed',
  'no_owner',
  'group_missing',
  'no_channel',
  'before_alerts',
  'forgotten',
] as const;
export type Told = (typeof TOLD)[number];

/** What became of a hand-off on one channel. */
export interface ToldOnChannel {
  /** notified or muted. */
  readonly outcome: string;
  /** State of the notification of its window, and of the one that stood in for it; null = there is none. */
  readonly state: string | null;
  readonly standIn: string | null;
}

export interface ToldInput {
  readonly recipient: string | null;
  readonly silentBecause: string | null;
  readonly channels: readonly ToldOnChannel[];
}

const UNDER_WAY = new Set(['pending', 'sending', 'retry']);

/**
 * The best that is known over all channels: one notification that arrived is enough. A muted hand-off stands and
 * falls with the notification of its window, which speaks for it. `forgotten`: the channels are gone, and what was
 * sent through them with them.
 */
export function toldOf({ recipient, silentBecause, channels }: ToldInput): Told {
  if (recipient === null) return 'no_owner';
  if (silentBecause !== null) return SILENT.find((each) => each === silentBecause) ?? 'no_channel';
  const states = channels.map(({ state, standIn }) => best([state, standIn]));
  switch (best(states)) {
    case 'sent':
      return channels.some((each, index) => states[index] === 'sent' && each.outcome === 'notified') ? 'sent' : 'muted';
    case null:
      return 'forgotten';
    case 'unknown':
      return 'unclear';
    case 'dead':
      return 'failed';
    default:
      return 'waiting';
  }
}

const SILENT = ['group_missing', 'no_channel', 'before_alerts'] as const;

function best(states: readonly (string | null)[]): string | null {
  const known = states.filter((state) => state !== null);
  return (
    known.find((state) => state === 'sent') ??
    known.find((state) => UNDER_WAY.has(state)) ??
    known.find((state) => state === 'unknown') ??
    known[0] ??
    null
  );
}
