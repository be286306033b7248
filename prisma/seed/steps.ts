import { DAY_MS, MINUTE_MS } from '@/lib/shared/clock';
import { behaviourOf, type NodeBehaviour } from './behaviour';
import type { SampleWorkflow } from './definitions';
import { createPrng, type Prng } from './prng';
import {
  CANCELLED_SHARE,
  type FailureMode,
  HISTORY_DAYS,
  HOUR_WEIGHTS,
  isActive,
  type LocalDay,
  localDay,
  type NodeScenario,
  OUTAGE_SHARE,
  outageWindow,
  type Range,
  type WorkflowScenario,
} from './scenario';

/** A row of `workflow_run_step`; times in epoch ms, durations in ms. */
export interface StepRow {
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly status: 'failed' | 'succeeded' | 'running' | 'skipped' | 'cancelled';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string;
  /** End of the attempt; its start while it runs. */
  readonly occurredAt: number;
  readonly durationMs: number | null;
}

/** A change of the seed is a change of all rows. */
const SEED = 'failpath-sample-1';

/** Between the moment an attempt is due and the moment the engine starts it. */
const DISPATCH_LAG_MS: Range = [3, 120];

/**
 * The history of one workflow in the last `HISTORY_DAYS` days before `now` (epoch ms), run by run.
 * The same arguments always give the same rows; runs depend on nothing but their own day and number.
 */
export function* generateRuns(workflow: SampleWorkflow, now: number): Generator<StepRow[]> {
  const { scenario } = workflow;
  const from = now - HISTORY_DAYS * DAY_MS;
  const walk = createWalk(workflow, now);
  for (let number = dayNumber(from, scenario); number <= dayNumber(now, scenario); number++) {
    const day = localDay(number, scenario.utcOffsetHours);
    const starts = runStarts(scenario, day);
    for (const [i, start] of starts.entries()) {
      if (start < from || start > now) continue;
      const rows = walk(runId(scenario, day, i), start, day);
      if (rows !== null) yield rows;
    }
  }
}

function dayNumber(at: number, scenario: WorkflowScenario): number {
  return Math.floor((at + scenario.utcOffsetHours * 60 * MINUTE_MS) / DAY_MS);
}

function runId(scenario: WorkflowScenario, day: LocalDay, index: number): string {
  const date = new Date(day.number * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return `${scenario.runPrefix}-${date}-${String(index + 1).padStart(5, '0')}`;
}

function runStarts(scenario: WorkflowScenario, day: LocalDay): number[] {
  const rng = createPrng(`${SEED}/${scenario.key}/day/${day.number}`);
  if (scenario.rhythm === 'every-minutes') {
    const every = scenario.perDay * MINUTE_MS;
    return Array.from({ length: Math.floor(DAY_MS / every) }, (_, i) => day.start + i * every + rng.int(200, 4_000));
  }
  const factor = (day.weekend ? scenario.weekend : 1) * (day.monthTurn ? scenario.monthTurn : 1);
  const expected = scenario.perDay * factor * (0.9 + 0.2 * rng.next());
  const count = Math.floor(expected) + (rng.chance(expected % 1) ? 1 : 0);
  const weights = HOUR_WEIGHTS[scenario.rhythm];
  const starts = Array.from(
    { length: count },
    () => day.start + (weightedIndex(weights, rng) + rng.next()) * 60 * MINUTE_MS,
  );
  return starts.map(Math.floor).sort((a, b) => a - b);
}

function weightedIndex(weights: readonly number[], rng: Prng): number {
  let rest = rng.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return Math.max(0, index);
}

/** One execution: its rows, when it ended, and whether it was well, failed, still open or stopped. */
interface Outcome {
  readonly rows: StepRow[];
  readonly end: number;
  readonly state: 'succeeded' | 'failed' | 'running' | 'waiting' | 'cancelled';
}

/** Walks runs of one workflow; a run that waits for a retry at `now` is left out (null). */
function createWalk(workflow: SampleWorkflow, now: number) {
  const { scenario } = workflow;
  const behaviours = new Map(workflow.nodes.map((node) => [node.id, behaviourOf(node)]));
  const outage = outageWindow(now);

  return function walk(run: string, start: number, day: LocalDay): StepRow[] | null {
    const rng = createPrng(`${SEED}/${run}`);
    const rows: StepRow[] = [];
    let at = start;
    for (let i = 0; i < scenario.nodes.length; ) {
      const node = scenario.nodes[i];
      if (!node || at > now) break;
      const span = node.loop?.span ?? 1;
      if (node.visited !== undefined && !rng.chance(node.visited)) {
        i += span;
        continue;
      }
      const part = node.loop ? loop(node, i, at) : execute(node, '', at);
      rows.push(...part.rows);
      at = part.end + rng.int(5, 60);
      if (part.state === 'waiting') return null;
      if (part.state === 'running' || part.state === 'cancelled') break;
      if (part.state === 'failed' && !node.goesOn) {
        rows.push(...afterFailure(node, i + span, at));
        break;
      }
      i += span;
    }
    return rows;

    function loop(first: NodeScenario, index: number, from: number): Outcome {
      const { items, span } = first.loop ?? { items: [1, 1], span: 1 };
      const body = scenario.nodes.slice(index, index + span);
      const all: StepRow[] = [];
      let time = from;
      let failed = false;
      for (let item = 0, count = rng.int(...items); item < count && time <= now; item++) {
        for (const node of body) {
          const part = execute(node, String(item), time);
          all.push(...part.rows);
          time = part.end + rng.int(5, 60);
          if (part.state === 'waiting' || part.state === 'running') return { rows: all, end: time, state: part.state };
          if (part.state === 'cancelled') return { rows: all, end: time, state: 'cancelled' };
          failed ||= part.state === 'failed';
          if (part.state === 'failed') break;
        }
        if (failed && !first.goesOn) break;
      }
      return { rows: all, end: time, state: failed ? 'failed' : 'succeeded' };
    }

    function execute(node: NodeScenario, subIndex: string, from: number): Outcome {
      const behaviour = behaviours.get(node.id);
      if (!behaviour) throw new Error(`${workflow.key} has no node ${node.id}`);
      const payloadHash = rng.hash();
      const rows: StepRow[] = [];
      const add = (
        attempt: number,
        status: StepRow['status'],
        at: number,
        durationMs: number | null,
        mode?: FailureMode,
      ) =>
        rows.push({
          workflowId: workflow.key,
          runId: run,
          nodeId: node.id,
          subIndex,
          attempt,
          status,
          errorCode: mode?.code ?? null,
          errorMessage: mode ? fill(mode.message, rng) : status === 'cancelled' ? 'stopped by hand' : null,
          payloadHash,
          occurredAt: at,
          durationMs,
        });
      if (rng.chance(CANCELLED_SHARE / scenario.nodes.length)) {
        const durationMs = rng.int(...node.ms);
        const end = from + durationMs;
        if (end <= now) {
          add(1, 'cancelled', end, durationMs);
          return { rows, end, state: 'cancelled' };
        }
      }
      let began = from;
      let mode: FailureMode | null = null;
      for (let attempt = 1; ; attempt++) {
        mode = nextMode(node, mode, attempt, began);
        const durationMs = rng.int(...(mode?.ms ?? node.ms));
        const end = began + durationMs;
        if (end > now) {
          add(attempt, 'running', began, null);
          return { rows, end: now, state: 'running' };
        }
        if (mode === null) {
          add(attempt, 'succeeded', end, durationMs);
          return { rows, end, state: 'succeeded' };
        }
        add(attempt, 'failed', end, durationMs, mode);
        const due = nextStart(behaviour, mode.code, attempt, from, end, rng);
        if (due === null) return { rows, end, state: 'failed' };
        began = due + rng.int(...DISPATCH_LAG_MS);
        if (began > now) return { rows, end, state: 'waiting' };
      }
    }

    /** How the attempt that starts at `began` fails, or null when it succeeds. */
    function nextMode(
      node: NodeScenario,
      previous: FailureMode | null,
      attempt: number,
      began: number,
    ): FailureMode | null {
      if (node.payments && began >= outage[0] && began < outage[1] && rng.chance(OUTAGE_SHARE))
        return outageMode(node.payments, rng);
      if (attempt > 1) return previous && !rng.chance(previous.clears) ? previous : null;
      let draw = rng.next();
      for (const mode of node.modes) {
        if (!isActive(mode, began, now, day)) continue;
        draw -= mode.share;
        if (draw < 0) return mode;
      }
      return null;
    }

    /** What the engine still does: its own failure branch, or rows that say what was left out. */
    function afterFailure(node: NodeScenario, next: number, from: number): StepRow[] {
      const more: StepRow[] = [];
      let time = from;
      for (const nodeId of node.onFailure ?? []) {
        const durationMs = rng.int(15, 90);
        time += durationMs;
        if (time > now) break;
        more.push({ ...quiet(nodeId), status: 'succeeded', occurredAt: time, durationMs });
      }
      if (scenario.logsSkipped && from <= now)
        for (const { id } of scenario.nodes.slice(next))
          more.push({ ...quiet(id), status: 'skipped', occurredAt: from, durationMs: 0 });
      return more;
    }

    function quiet(nodeId: string) {
      const nothing = { attempt: 1, errorCode: null, errorMessage: null };
      return { workflowId: workflow.key, runId: run, nodeId, subIndex: '', payloadHash: rng.hash(), ...nothing };
    }
  };
}

/** When the next attempt is due under the node's own policy, or null when none comes. */
function nextStart(
  behaviour: NodeBehaviour,
  code: string | null,
  attempt: number,
  first: number,
  end: number,
  rng: Prng,
): number | null {
  if (attempt >= behaviour.maxAttempts || !behaviour.isTransient(code)) return null;
  const { min, max } = behaviour.delay(attempt + 1);
  const due = end + Math.round(min + rng.next() * (max - min));
  return due - first > behaviour.maxElapsed ? null : due;
}

function outageMode([timeout, unavailable]: readonly [string, string], rng: Prng): FailureMode {
  return rng.chance(0.6)
    ? {
        code: timeout,
        share: 0,
        clears: 0.3,
        message: 'no answer from payments.example within 30 seconds',
        ms: [30_000, 30_300],
      }
    : {
        code: unavailable,
        share: 0,
        clears: 0.3,
        message: 'Service Unavailable: payments.example is in maintenance',
        ms: [20, 400],
      };
}

function fill(message: string, rng: Prng): string {
  if (!message.includes('{')) return message;
  return message
    .replace(/\{n\}/g, () => String(rng.int(1, 9_999)))
    .replace(/\{id\}/g, () => String(rng.int(10_000_000, 99_999_999)))
    .replace(/\{ip\}/g, () => `203.0.113.${rng.int(4, 60)}`);
}
