import { describe, expect, it } from 'vitest';
import { exposition } from './exposition';
import { type AnsweringProcess, metricsOf } from './metrics';
import type { LagRow, OperationsStatus } from './status';

const at = new Date('2026-11-20T08:00:00Z');
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
const none = { count: 0, more: false };
const answering: AnsweringProcess = {
  ...{ version: '1.2.3', cpuSeconds: 12.5, residentBytes: 1e8, heapBytes: 5e7, startedSeconds: 1_795_000_000 },
  busy: 0.125,
};
const idle: OperationsStatus = {
  ...{ at, processes: [], deliveries: [], oldestDueAt: null, wakes: [], lag: [] },
  ...{ oldestWriter: null, hiddenWriter: false, drills: { queued: none, running: none, oldestQueuedAt: null } },
};
const lines = (status: Partial<OperationsStatus>) =>
  exposition(metricsOf({ ...idle, ...status }, answering))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const lag = (changes: Partial<LagRow>): LagRow => ({
  ...{ reader: 'following', sourceId: 's', source: 'shop', unread: none, oldestAt: null, readAt: null },
  ...changes,
});

describe('metricsOf', () => {
  it('has every series also while nothing runs and nothing waits', () => {
    const said = lines({});
    for (const line of [
      'failpath_processes{kind="worker",state="gone"} 0',
      'failpath_leaders 0',
      'failpath_deliveries{kind="mail",state="due"} 0',
      'failpath_delivery_oldest_due_seconds 0',
      'failpath_oldest_writer_seconds 0',
      'failpath_build_info{version="1.2.3"} 1',
      'process_cpu_seconds_total 12.5',
    ])
      expect(said).toContain(line);
  });

  it('says what waits, how much and how long', () => {
    const said = lines({
      deliveries: [{ kind: 'slack', due: { count: 7, more: false }, later: none, claimed: none, failed: none }],
      oldestDueAt: ago(90),
      drills: { queued: { count: 2, more: false }, running: none, oldestQueuedAt: ago(5) },
      wakes: [{ job: 'follow', waiting: 1, oldestAt: ago(1) }],
      lag: [lag({ unread: { count: 4, more: false }, oldestAt: ago(3) })],
      hiddenWriter: true,
    });
    for (const line of [
      'failpath_deliveries{kind="slack",state="due"} 7',
      'failpath_delivery_oldest_due_seconds 90',
      'failpath_drill_runs{state="queued"} 2',
      'failpath_drill_oldest_queued_seconds 5',
      'failpath_wakes_waiting{job="follow"} 1',
      'failpath_unread_steps{reader="following",source="shop"} 4',
      'failpath_oldest_unread_step_seconds{reader="following",source="shop"} 3',
      'failpath_hidden_writer 1',
    ])
      expect(said).toContain(line);
  });

  it('has no more series however many sources there are: the worst by name, the others added up', () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      lag({ source: `s${index}`, unread: { count: index, more: false }, oldestAt: ago(index) }),
    );
    const said = lines({ lag: many }).filter((line) => line.startsWith('failpath_unread_steps'));
    expect(said).toHaveLength(51);
    expect(said[0]).toBe('failpath_unread_steps{reader="following",source="s119"} 119');
    const rest = (69 * 70) / 2;
    expect(said.at(-1)).toBe(`failpath_unread_steps{reader="following",source="(others)"} ${rest}`);
  });
});
