import { describe, expect, it } from 'vitest';
import { concernsOf } from './concerns';
import type { OperationsStatus, ProcessRow } from './status';

const at = new Date('2026-11-20T08:00:00Z');
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
const none = { count: 0, more: false };
const worker: ProcessRow = {
  ...{ id: 'w', kind: 'worker', works: true, host: 'a', pid: 1, version: '1.2.3', startedAt: ago(60), seenAt: ago(1) },
  ...{ ageMs: 1_000, state: 'running', leads: true },
};
const well: OperationsStatus = {
  ...{ at, processes: [worker], deliveries: [], oldestDueAt: ago(5), wakes: [], lag: [] },
  ...{ oldestWriter: null, hiddenWriter: false, drills: { queued: none, running: none, oldestQueuedAt: ago(2) } },
};
const writer = (ageMs: number) => ({
  ...{ pid: 7, application: 'psql', database: 'failpath', state: 'active', since: ago(ageMs / 1_000), ageMs },
});
const kinds = (changes: Partial<OperationsStatus>) => concernsOf({ ...well, ...changes }).map(({ kind }) => kind);

describe('concernsOf', () => {
  it.each<[string, Partial<OperationsStatus>, string[]]>([
    ['all is well', {}, []],
    ['nobody works', { processes: [{ ...worker, kind: 'web', works: false }] }, ['no_worker']],
    ['the only worker is gone', { processes: [{ ...worker, state: 'gone' }] }, ['no_worker', 'gone']],
    ['one that stops still works', { processes: [{ ...worker, state: 'stopping' }] }, []],
    ['a short transaction', { oldestWriter: writer(59_000) }, []],
    ['a long one', { oldestWriter: writer(61_000) }, ['held_up']],
    ['one that cannot be seen', { hiddenWriter: true }, ['hidden_writer']],
    ['a message that nobody sends', { oldestDueAt: ago(121) }, ['messages_late']],
    ['a drill that nobody takes', { drills: { ...well.drills, oldestQueuedAt: ago(61) } }, ['drills_late']],
    ['two versions at once', { processes: [worker, { ...worker, version: '1.3.0' }] }, ['versions']],
    ['an old version that is gone', { processes: [worker, { ...worker, version: '1', state: 'gone' }] }, ['gone']],
  ])('%s', (_, changes, expected) => {
    expect(kinds(changes)).toEqual(expected);
  });
});
