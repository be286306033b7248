import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';
import { behaviourOf, type NodeBehaviour } from './behaviour';
import type { SampleWorkflow } from './definitions';
import { execute, type Outcome, type Run, type StepRow, stepRow } from './execution';
import { createPrng, type Prng } from './prng';
import {
  HISTORY_DAYS,
  HOUR_WEIGHTS,
  type LocalDay,
  localDay,
  type NodeScenario,
  outageWindow,
  type WorkflowScenario,
} from './scenario';

/** A change of the seed is a change of all rows. */
const SEED = 'failpath-sample-1';

/**
 * The history of one workflow in the last `days` days before `now` (epoch ms), run by run. The same
 * arguments always give the same rows; a run depends on nothing but its own day and number. A run
 * that waits for a retry at `now` is left out, since nobody would ever log the rest of it.
 */
export function* generateRuns(workflow: SampleWorkflow, now: number, days = HISTORY_DAYS): Generator<StepRow[]> {
  const { scenario } = workflow;
  const from = now - days * DAY_MS;
  const outage = outageWindow(now);
  const behaviours = new Map(workflow.nodes.map((node) => [node.id, behaviourOf(node)]));
  for (let number = dayNumber(from, scenario); number <= dayNumber(now, scenario); number++) {
    const day = localDay(number, scenario.utcOffsetHours);
    for (const [i, start] of runStarts(scenario, day).entries()) {
      if (start < from || start > now) continue;
      const id = runId(scenario, day, i);
      const run = { workflowId: workflow.key, id, day, now, outage, rng: createPrng(`${SEED}/${id}`) };
      const rows = walk(run, scenario, behaviours, start);
      if (rows !== null) yield rows;
    }
  }
}

function dayNumber(at: number, scenario: WorkflowScenario): number {
  return Math.floor((at + scenario.utcOffsetHours * HOUR_MS) / DAY_MS);
}

function runId(scenario: WorkflowScenario, day: LocalDay, index: number): string {
  return `${scenario.runPrefix}-${day.name}-${String(index + 1).padStart(5, '0')}`;
}

/** When the runs of a day start, in epoch ms. */
function runStarts(scenario: WorkflowScenario, day: LocalDay): number[] {
  const rng = createPrng(`${SEED}/${scenario.key}/${day.name}`);
  if (scenario.rhythm === 'every-minutes') {
    const every = scenario.perDay * MINUTE_MS;
    return Array.from({ length: Math.floor(DAY_MS / every) }, (_, i) => day.start + i * every + rng.int(200, 4_000));
  }
  const factor = (day.weekend ? scenario.weekend : 1) * (day.monthTurn ? scenario.monthTurn : 1);
  const expected = scenario.perDay * factor * (0.9 + 0.2 * rng.next());
  const count = Math.floor(expected) + (rng.chance(expected % 1) ? 1 : 0);
  const weights = HOUR_WEIGHTS[scenario.rhythm];
  const starts = Array.from({ length: count }, () => (weightedIndex(weights, rng) + rng.next()) * HOUR_MS);
  return starts.map((ms) => day.start + Math.floor(ms)).sort((a, b) => a - b);
}

function weightedIndex(weights: readonly number[], rng: Prng): number {
  let rest = rng.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return Math.max(0, index);
}

type Behaviours = ReadonlyMap<string, NodeBehaviour>;

/** The rows of one run, or null when it waits for a retry at `now`. */
function walk(run: Run, scenario: WorkflowScenario, behaviours: Behaviours, start: number): StepRow[] | null {
  const rows: StepRow[] = [];
  let at = start;
  for (let i = 0; i < scenario.nodes.length && at <= run.now; ) {
    const node = scenario.nodes[i];
    if (!node) break;
    const body = scenario.nodes.slice(i, i + (node.loop?.span ?? 1));
    i += body.length;
    if (node.visited !== undefined && !run.rng.chance(node.visited)) continue;
    const part = node.loop ? loop(run, body, behaviours, at) : one(run, node, behaviours, '', at);
    if (part.state === 'waiting') return null;
    rows.push(...part.rows);
    at = part.end + handover(run);
    if (isEnd(part, node)) {
      if (part.state === 'failed') rows.push(...afterFailure(run, scenario, node, i, at));
      break;
    }
  }
  return rows;
}

function one(run: Run, node: NodeScenario, behaviours: Behaviours, subIndex: string, at: number): Outcome {
  const behaviour = behaviours.get(node.id);
  if (!behaviour) throw new Error(`${run.workflowId} has no node ${node.id}`);
  return execute(run, node, behaviour, subIndex, at);
}

/** The body once per item; the last outcome that ends the run ends the loop. */
function loop(run: Run, body: readonly NodeScenario[], behaviours: Behaviours, from: number): Outcome {
  const rows: StepRow[] = [];
  let end = from;
  for (let item = 0, count = run.rng.int(...(body[0]?.loop?.items ?? [1, 1])); item < count; item++) {
    for (const node of body) {
      if (end > run.now) return { rows, end, state: 'running' };
      const part = one(run, node, behaviours, String(item), end);
      rows.push(...part.rows);
      end = part.end + handover(run);
      if (isEnd(part, node)) return { rows, end, state: part.state };
    }
  }
  return { rows, end, state: 'succeeded' };
}

function isEnd({ state }: Outcome, node: NodeScenario): boolean {
  return state === 'failed' ? node.goesOn !== true : state !== 'succeeded';
}

/** What the engine takes from one node to the next, in ms. */
function handover({ rng }: Run): number {
  return rng.int(5, 60);
}

/** What the engine still does: its own failure branch, or rows that say what was left out. */
function afterFailure(run: Run, scenario: WorkflowScenario, node: NodeScenario, next: number, from: number): StepRow[] {
  const rows: StepRow[] = [];
  let at = from;
  for (const nodeId of node.onFailure ?? []) {
    const durationMs = run.rng.int(15, 90);
    at += durationMs;
    rows.push(stepRow(run, { nodeId, payloadHash: run.rng.hash(), status: 'succeeded', occurredAt: at, durationMs }));
  }
  const left = scenario.logsSkipped ? scenario.nodes.slice(next) : [];
  for (const { id } of left)
    rows.push(
      stepRow(run, { nodeId: id, payloadHash: run.rng.hash(), status: 'skipped', occurredAt: at, durationMs: 0 }),
    );
  return rows.filter(({ occurredAt }) => occurredAt <= run.now);
}
