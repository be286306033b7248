import { describe, expect, it, vi } from 'vitest';
import type { NodeDefinition } from '@/lib/model/workflow';
import { classify, classifyInput } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import { attemptTimes, delayRange } from '@/lib/policy/schedule';
import { readSampleWorkflows } from './definitions';
import { DISPATCH_LAG_MS, type StepRow } from './execution';
import { openRuns } from './open-runs';
import { plantedRuns, readPlanted } from './planted';
import { outageWindow } from './scenario';
import { generateRuns } from './steps';

/** Some fifty thousand rows are judged; on a busy machine that takes a while. */
vi.setConfig({ testTimeout: 30_000 });

const now = Date.parse('2026-03-04T10:20:30Z');
const workflows = readSampleWorkflows();
/** Long enough for the month-end and the outage. */
const runs = workflows.flatMap((workflow) => [...generateRuns(workflow, now, 14)]);

describe('generated history', () => {
  it('is the same for the same arguments', () => {
    const again = workflows.flatMap((workflow) => [...generateRuns(workflow, now, 2)]);
    const more = workflows.flatMap((workflow) => [...generateRuns(workflow, now, 2)]);
    expect(again.length).toBeGreaterThan(500);
    expect(more).toEqual(again);
  });

  it('holds nothing later than the moment of loading, and no row twice', () => {
    const rows = runs.flat();
    expect(rows.every(({ occurredAt }) => occurredAt <= now)).toBe(true);
    expect(new Set(rows.map(rowKey)).size).toBe(rows.length);
  });

  it('obeys the policy of every node', () => {
    const failing = executions(runs).filter((rows) => rows.length > 1 || rows[0]?.status === 'failed');
    expect(failing.filter((rows) => findings(nodeOf(rows), rows, true).length > 0)).toEqual([]);
    expect(failing.length).toBeGreaterThan(500);
    expect(failing.filter((rows) => rows.length > 1).length).toBeGreaterThan(200);
  });

  it('keeps to attemptTimes where there is no jitter', () => {
    for (const rows of executions(runs).filter((each) => each.length > 1)) {
      const retry = readPolicy(nodeOf(rows).config).policy?.retry;
      if (!retry || retry.jitter !== undefined) continue;
      const times = attemptTimes({ ...retry, maxElapsed: undefined });
      const first = startOf(rows[0]);
      let tries = 0;
      for (const [i, row] of rows.entries()) {
        const late = startOf(row) - first - tries - (times[i] ?? Number.NaN);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(i * DISPATCH_LAG_MS[1] + 1);
        tries += row.durationMs ?? 0;
      }
    }
  });

  it('has most charges fail while the payment provider is down', () => {
    const [from, to] = outageWindow(now);
    const charges = runs
      .flat()
      .filter((row) => row.nodeId === 'charge-card' && startOf(row) >= from && startOf(row) < to);
    const failed = charges.filter(({ status }) => status === 'failed');
    expect(charges.length).toBeGreaterThan(100);
    expect(failed.length / charges.length).toBeGreaterThan(0.8);
    expect(new Set(failed.map(({ errorCode }) => errorCode))).toContain('ETIMEDOUT');
  });

  it('runs settlement several times as often at the turn of the month', () => {
    const settled = runs.filter(([row]) => row?.runId.startsWith('js-'));
    const on = (date: string) => settled.filter(([row]) => row?.runId.startsWith(`js-${date}-`)).length;
    expect(on('20260227')).toBeGreaterThan(3 * on('20260225'));
    expect(on('20260302')).toBeGreaterThan(3 * on('20260303'));
  });
});

describe('planted violations', () => {
  const planted = readPlanted();
  const rows = plantedRuns(workflows, now);

  it.each(planted)('$run: $expected', ({ run, node_id, expected }) => {
    const attempts = rows.flat().filter((row) => row.runId === run && row.nodeId === node_id);
    const [first] = attempts;
    if (!first) throw new Error('no attempts');
    expect(findings(nodeOf(attempts), attempts, false)).toEqual(expected);
  });

  it('breaks each of the four rules at least twice', () => {
    const names = planted.flatMap(({ expected }) => expected);
    for (const name of ['retried_although_terminal', 'more_attempts_than_allowed', 'off_schedule', 'given_up_early'])
      expect(names.filter((each) => each === name).length).toBeGreaterThanOrEqual(2);
  });
});

it('has runs under way, whatever the hour', () => {
  const rows = openRuns(workflows, now).flat();
  expect(rows.filter(({ status }) => status === 'running')).toHaveLength(5);
  expect(rows.every(({ occurredAt }) => occurredAt <= now)).toBe(true);
});

function rowKey({ workflowId, runId, nodeId, subIndex, attempt }: StepRow): string {
  return [workflowId, runId, nodeId, subIndex, attempt].join('|');
}

function executions(all: readonly StepRow[][]): StepRow[][] {
  const found = new Map<string, StepRow[]>();
  for (const row of all.flat()) {
    const key = [row.workflowId, row.runId, row.nodeId, row.subIndex].join('|');
    const rows = found.get(key);
    if (rows) rows.push(row);
    else found.set(key, [row]);
  }
  return [...found.values()];
}

function nodeOf([row]: readonly StepRow[]): NodeDefinition {
  const node = workflows.find(({ key }) => key === row?.workflowId)?.nodes.find(({ id }) => id === row?.nodeId);
  if (!node) throw new Error(`no node ${row?.nodeId}`);
  return node;
}

function startOf(row: StepRow | undefined): number {
  if (!row) throw new Error('no row');
  return row.occurredAt - (row.durationMs ?? 0);
}

/** What a judge of the log has to say; `exact` leaves only the engine's own lag as tolerance. */
function findings(node: NodeDefinition, rows: readonly StepRow[], exact: boolean): string[] {
  const { policy } = readPolicy(node.config);
  if (!policy) throw new Error(`${node.id}: no valid policy`);
  const retry = policy.retry ?? { maxAttempts: 1 };
  const terminal = (row: StepRow) => classify(classifyInput(policy), row.errorCode).class === 'terminal';
  const before = rows.slice(0, -1);
  const last = rows.at(-1);
  const checks = {
    attempts_not_counted: rows.some(({ attempt }, i) => attempt !== i + 1),
    went_on_after_success: before.some(({ status }) => status !== 'failed'),
    retried_although_terminal: before.some(terminal),
    more_attempts_than_allowed: rows.length > retry.maxAttempts,
    off_schedule: before
      .slice(0, retry.maxAttempts - 1)
      .some((row, i) => !terminal(row) && isOff(row, rows[i + 1], i + 2)),
    given_up_early: last?.status === 'failed' && !terminal(last) && isAwaited(last),
  };
  return Object.entries(checks).flatMap(([name, found]) => (found ? [name] : []));

  function isOff(row: StepRow, next: StepRow | undefined, k: number): boolean {
    const { min, max } = delayRange(retry, k);
    const early = exact ? 1 : Math.max(250, min / 10);
    const late = exact ? DISPATCH_LAG_MS[1] + 1 : Math.max(2_000, max / 2);
    const gap = startOf(next) - row.occurredAt;
    return gap < min - early || gap > max + late;
  }

  function isAwaited(row: StepRow): boolean {
    if (rows.length >= retry.maxAttempts) return false;
    const due = row.occurredAt + delayRange(retry, rows.length + 1).max - startOf(rows[0]);
    return due <= (retry.maxElapsed ?? Number.POSITIVE_INFINITY);
  }
}
