import type { Attempt } from '@/lib/policy/decide';
import type { LoggedHandOff, LoggedMessage } from '../drill';
import type { RightTrial } from './right-trial';

/** What a faulty executor, or faulty alerts, make of a right trial. */
export type Change = (trial: RightTrial) => RightTrial;

export const evidence =
  (change: (trial: RightTrial) => Partial<RightTrial['evidence']>): Change =>
  (trial) => ({ ...trial, evidence: { ...trial.evidence, ...change(trial) } });
export const expectation =
  (change: Partial<RightTrial['expectation']>): Change =>
  (trial) => ({ ...trial, expectation: { ...trial.expectation, ...change } });
/** Another log of every execution. */
export const log = (change: (attempts: readonly Attempt[]) => readonly Attempt[]): Change =>
  evidence(({ evidence: { executions } }) => ({
    executions: executions.map(({ runId, attempts }) => ({ runId, attempts: change(attempts) })),
  }));
export const handOffs = (change: (records: readonly LoggedHandOff[]) => readonly LoggedHandOff[]): Change =>
  evidence((trial) => ({ handOffs: change(trial.evidence.handOffs) }));
export const messages = (change: (all: readonly LoggedMessage[]) => readonly LoggedMessage[]): Change =>
  evidence((trial) => ({ messages: change(trial.evidence.messages) }));
export const record = (change: Partial<LoggedHandOff>): Change =>
  handOffs((all) => all.map((each) => ({ ...each, ...change })));
export const message = (change: Partial<LoggedMessage>): Change =>
  messages((all) => all.map((each) => ({ ...each, ...change })));
/** All messages without what stands behind a name or a label. */
export const without = (field: string, label: string): Change =>
  messages((all) =>
    all.map((each) => ({
      ...each,
      body: (each.body ?? '').replace(new RegExp(`"${field}":("[^"]*"|\\d+),?`), '').replaceAll(label, 'Otherwise'),
    })),
  );

/** The attempts, the one with this number (and all behind it) moved by so many ms. */
export const moved = (number: number, byMs: number): Change =>
  log((attempts) =>
    attempts.map((each) =>
      each.attempt < number ? each : { ...each, startedAt: (each.startedAt ?? 0) + byMs, endedAt: each.endedAt + byMs },
    ),
  );
/** One more attempt, like the last. */
export const oneMore = (afterMs: number, change: Partial<Attempt> = {}): Change =>
  log((attempts) => {
    const last = attempts.at(-1);
    if (last === undefined) return attempts;
    const startedAt = last.endedAt + afterMs;
    return [...attempts, { ...last, attempt: last.attempt + 1, startedAt, endedAt: startedAt + 40, ...change }];
  });
