import { describe, expect, it } from 'vitest';
import { claimsOf, timesFaster } from './claim';
import type { TrialMessage } from './run';
import type { Drill, TrialState } from './vocabulary';

const MESSAGE: TrialMessage = {
  ...{ runId: 'r', channelId: 'c', group: 'payments', state: 'sent', problem: null, count: 1, body: 'x' },
  ...{ fallback: false, confirmed: false, channel: { name: 'hook', kind: 'webhook' } },
};
const NONE: readonly TrialMessage[] = [];
const trial = (
  drill: Drill,
  state: TrialState,
  more: { round?: number; fastest?: number; messages?: TrialMessage[] } = {},
) => ({
  ...{ drill, state, round: 1, fastest: 1, messages: NONE },
  ...more,
});
const RUN = { runner: 'builtin', target: 'sandbox', environment: 'sandbox', channels: 'capture' } as const;
const said = (run: Partial<Parameters<typeof claimsOf>[0]>) => {
  const { proves, provesNot } = claimsOf({ ...RUN, trials: [], ...run });
  return [proves.map(({ key }) => key), provesNot.map(({ key }) => key)];
};

describe('what a run proves', () => {
  it('is nothing where nothing passed', () => {
    expect(said({})).toEqual([[], []]);
    expect(said({ trials: [trial(1, 'failed'), trial(2, 'aborted')] })).toEqual([[], ['notPassed']]);
  });

  it('is what passed in its last round, and no more than the sandbox can show', () => {
    const trials = [
      trial(1, 'interrupted'),
      trial(1, 'passed', { round: 2, fastest: 4.51 }),
      trial(2, 'passed', { messages: [MESSAGE] }),
      trial(3, 'failed', { fastest: 900 }),
      trial(5, 'passed'),
    ];
    const { proves, provesNot } = claimsOf({ ...RUN, trials });
    expect(proves.map(({ key }) => key)).toEqual(['drill.1', 'drill.2', 'drill.5']);
    expect(provesNot).toEqual([
      { key: 'notPassed', drills: [3] },
      ...[{ key: 'notPlatform' }, { key: 'notReceiver' }, { key: 'notSent' }],
      { key: 'notClock', values: { times: 4.6 } },
      { key: 'notLater' },
    ]);
  });

  it('covers execution by a platform’s own log, and nothing of production', () => {
    const trials = [trial(2, 'passed', { messages: [MESSAGE] })];
    const run = { runner: 'webhook', target: 'VM0', environment: 'staging', channels: 'real', trials } as const;
    expect(claimsOf(run)).toEqual({
      proves: [{ key: 'drill.2' }, { key: 'platform', values: { target: 'VM0' } }, { key: 'sent' }],
      provesNot: [
        { key: 'notEnvironment', values: { environment: 'staging' } },
        ...[{ key: 'notConfirmed' }, { key: 'notLater' }],
      ],
    });
  });

  it('is that somebody saw it only where somebody said so', () => {
    const confirmed = [trial(2, 'passed', { messages: [{ ...MESSAGE, confirmed: true }, MESSAGE] })];
    expect(said({ channels: 'real', trials: confirmed })).toEqual([
      ['drill.2', 'sent', 'confirmed'],
      ['notPlatform', 'notLater'],
    ]);
  });
});

it('never says that it was slower than it was', () => {
  expect([1, 1.01, 2.5, 899.96].map(timesFaster)).toEqual([1, 1.1, 2.5, 900]);
});
