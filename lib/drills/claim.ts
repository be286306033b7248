import type { DrillRunDetail, DrillTrialDetail } from './run';
import type { Drill } from './vocabulary';

/** Something that a run proves, or does not: a key below `drills.claim` with its values. */
export interface Claim {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Drills that it names, in place of `names`. */
  readonly drills?: readonly Drill[];
}

export interface Claims {
  readonly proves: readonly Claim[];
  readonly provesNot: readonly Claim[];
}

type Claimed = Pick<DrillRunDetail, 'runner' | 'target' | 'environment' | 'channels'> & {
  readonly trials: readonly Pick<DrillTrialDetail, 'drill' | 'round' | 'state' | 'fastest' | 'messages'>[];
};

/**
 * What a run proves in words, and what it does not: only what passed, only where it was done, only as far as messages
 * went, and only at the speed at which it went (`domain.md`: "Only what was proved is claimed").
 */
export function claimsOf({ runner, target, environment, channels, trials }: Claimed): Claims {
  const last = lastRounds(trials);
  const passed = last.filter(({ state }) => state === 'passed');
  const rest = last.filter(({ state }) => state !== 'passed').map(({ drill }) => drill);
  const messages = passed.flatMap((trial) => trial.messages);
  const sent = channels === 'real' && messages.some(({ state }) => state === 'sent');
  const confirmed = messages.filter((message) => message.confirmed).length;
  const fastest = Math.max(1, ...passed.map((trial) => trial.fastest));
  const simulated = runner === 'builtin';
  const some = passed.length > 0;
  return {
    proves: [
      ...passed.map(({ drill }): Claim => ({ key: `drill.${drill}` })),
      ...(some && !simulated ? [{ key: 'platform', values: { target } }] : []),
      ...(sent ? [{ key: 'sent' }] : []),
      ...(confirmed > 0 ? [{ key: 'confirmed', values: { count: confirmed } }] : []),
    ],
    provesNot: [
      ...(rest.length > 0 ? [{ key: 'notPassed', drills: rest }] : []),
      ...(some && simulated ? [{ key: 'notPlatform' }] : []),
      ...(simulated && passed.some(({ drill }) => drill === 5) ? [{ key: 'notReceiver' }] : []),
      ...(some && !simulated ? [{ key: 'notEnvironment', values: { environment } }] : []),
      ...(channels === 'capture' && messages.length > 0 ? [{ key: 'notSent' }] : []),
      ...(sent && confirmed === 0 ? [{ key: 'notConfirmed' }] : []),
      ...(fastest > 1 ? [{ key: 'notClock', values: { times: timesFaster(fastest) } }] : []),
      ...(some ? [{ key: 'notLater' }] : []),
    ],
  };
}

/** Of each drill the round that counts: the last one. */
export function lastRounds<T extends Pick<DrillTrialDetail, 'drill' | 'round'>>(trials: readonly T[]): T[] {
  return trials.filter((trial) => !trials.some(({ drill, round }) => drill === trial.drill && round > trial.round));
}

/** How many times faster, as it is said: never less than it was. */
export function timesFaster(factor: number): number {
  return Math.ceil(factor * 10) / 10;
}
