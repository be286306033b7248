import { CHANNEL_KINDS } from '@/lib/owners/channel-kinds';
import type { Family, Sample } from './exposition';
import { PROCESS_KINDS, PROCESS_STATES } from './presence';
import { DELIVERY_STATES, type LagRow, type OperationsStatus, READERS } from './status';

/** Counts end here: an alert on more than so many says nothing new. */
export const MOST_COUNTED = 10_000;
/** Sources that have series of their own, those with most unread steps; the others are added up. */
const MOST_SOURCES = 50;
const OTHERS = '(others)';

/** The process that answers, as the operating system and the engine see it. */
export interface AnsweringProcess {
  readonly version: string;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Since the Unix epoch. */
  readonly startedSeconds: number;
  /** Share of the time that its event loop was busy, from 0 to 1. */
  readonly busy: number;
}

/**
 * What a Prometheus is told. All of `failpath_` comes from the database, so each web process answers the same; the
 * rest is of the process that answers. A series is there also while its figure is 0, so that alerts on it hold.
 */
export function metricsOf(status: OperationsStatus, answering: AnsweringProcess): Family[] {
  return [
    ...processFamilies(status),
    ...queueFamilies(status),
    ...lagFamilies(status),
    ...answeringFamilies(answering),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: 'gauge', help, samples };
}

function processFamilies({ processes }: OperationsStatus): Family[] {
  return [
    gauge(
      'failpath_processes',
      'Processes by kind and state; gone: not heard for 12 seconds, though it did not end in order.',
      PROCESS_KINDS.flatMap((kind) =>
        PROCESS_STATES.map((state) => ({
          labels: { kind, state },
          value: processes.filter((each) => each.kind === kind && each.state === state).length,
        })),
      ),
    ),
    gauge('failpath_workers', 'Processes that work: workers, and web processes with a worker in them.', [
      { value: processes.filter(({ works, state }) => works && state === 'running').length },
    ]),
    gauge('failpath_leaders', 'Processes that lead; 0 for longer than some seconds: no worker runs.', [
      { value: processes.filter(({ leads }) => leads).length },
    ]),
  ];
}

function queueFamilies({ at, deliveries, oldestDueAt, drills, wakes }: OperationsStatus): Family[] {
  const ageOf = (since: Date | null) => seconds(at, since);
  return [
    gauge(
      'failpath_deliveries',
      `Messages by kind of channel and state, counted up to ${MOST_COUNTED}; failed: within a day.`,
      CHANNEL_KINDS.flatMap((kind) =>
        DELIVERY_STATES.map((state) => ({
          labels: { kind, state },
          value: deliveries.find((each) => each.kind === kind)?.[state].count ?? 0,
        })),
      ),
    ),
    gauge('failpath_delivery_oldest_due_seconds', 'How long the longest waiting message has been due.', [
      { value: ageOf(oldestDueAt) },
    ]),
    gauge('failpath_drill_runs', 'Runs of drills that wait for a worker, and that are under way.', [
      { labels: { state: 'queued' }, value: drills.queued.count },
      { labels: { state: 'running' }, value: drills.running.count },
    ]),
    gauge('failpath_drill_oldest_queued_seconds', 'How long the longest waiting run of drills has waited.', [
      { value: ageOf(drills.oldestQueuedAt) },
    ]),
    gauge(
      'failpath_wakes_waiting',
      'Wakes that no worker has taken, by what for.',
      wakes.map(({ job, waiting }) => ({ labels: { job }, value: waiting })),
    ),
  ];
}

function lagFamilies({ at, lag, oldestWriter, hiddenWriter }: OperationsStatus): Family[] {
  const all = READERS.flatMap((reader) => bySource(reader, lag));
  return [
    gauge(
      'failpath_unread_steps',
      `Steps that a reader of the history has not read, by source, counted up to ${MOST_COUNTED}.`,
      all.map(({ labels, rows }) => ({ labels, value: rows.reduce((sum, { unread }) => sum + unread.count, 0) })),
    ),
    gauge(
      'failpath_oldest_unread_step_seconds',
      'How long ago the oldest of them ended.',
      all.map(({ labels, rows }) => ({
        labels,
        value: Math.max(0, ...rows.map(({ oldestAt }) => seconds(at, oldestAt))),
      })),
    ),
    gauge('failpath_oldest_writer_seconds', 'Age of the oldest transaction that writes; it holds reading up.', [
      { value: oldestWriter === null ? 0 : oldestWriter.ageMs / 1_000 },
    ]),
    gauge('failpath_hidden_writer', '1: reading is held up by a transaction that this database user may not see.', [
      { value: hiddenWriter ? 1 : 0 },
    ]),
  ];
}

/** A series for each of so many sources, and one for all the others. */
function bySource(reader: LagRow['reader'], lag: readonly LagRow[]) {
  const rows = lag
    .filter((each) => each.reader === reader)
    .toSorted((a, b) => b.unread.count - a.unread.count || (a.source < b.source ? -1 : 1));
  const own = rows.slice(0, MOST_SOURCES).map((row) => ({ labels: { reader, source: row.source }, rows: [row] }));
  const others = rows.slice(MOST_SOURCES);
  return others.length === 0 ? own : [...own, { labels: { reader, source: OTHERS }, rows: others }];
}

function answeringFamilies(answering: AnsweringProcess): Family[] {
  const { version, cpuSeconds, residentBytes, heapBytes, startedSeconds, busy } = answering;
  return [
    gauge('failpath_build_info', 'Version of the process that answers.', [{ labels: { version }, value: 1 }]),
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Total user and system CPU time spent in seconds.',
      samples: [{ value: cpuSeconds }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', [{ value: residentBytes }]),
    gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', [
      { value: startedSeconds },
    ]),
    gauge('nodejs_heap_size_used_bytes', 'Used heap of the JavaScript engine in bytes.', [{ value: heapBytes }]),
    gauge('nodejs_eventloop_utilization', 'Share of the time that the event loop has been busy, 0 to 1.', [
      { value: busy },
    ]),
  ];
}

function seconds(at: Date, since: Date | null): number {
  return since === null ? 0 : Math.max(0, (at.getTime() - since.getTime()) / 1_000);
}
