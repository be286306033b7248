import { SECOND_MS } from '@/lib/shared/clock';
import type { SampleWorkflow } from './definitions';
import { type StepRow, stepRow } from './execution';
import { createPrng, type Prng } from './prng';

/** Runs under way at the moment of loading: workflow and the node that they are in. */
const OPEN: readonly (readonly [workflow: string, nodeId: string])[] = [
  ['order-fulfilment', 'book-parcel'],
  ['order-fulfilment', 'charge-card'],
  ['customer-onboarding', 'check-identity'],
  ['month-end-settlement', 'request-approval'],
  ['claims-handling', 'Ask the assessor'],
];

/** History of runs that are under way at `now` (epoch ms), whatever the hour of loading. */
export function openRuns(workflows: readonly SampleWorkflow[], now: number): StepRow[][] {
  return OPEN.map(([key, nodeId], i) => {
    const workflow = workflows.find((each) => each.key === key);
    if (!workflow) throw new Error(`no workflow ${key}`);
    const run = `${workflow.scenario.runPrefix}-open-${i + 1}`;
    const rng = createPrng(run);
    const start = now - rng.int(1, 20) * SECOND_MS;
    const before = leadingSteps(workflow, run, nodeId, start, rng);
    const open = { nodeId, payloadHash: rng.hash(), status: 'running', occurredAt: start, durationMs: null } as const;
    return [...before, stepRow({ workflowId: key, id: run }, open)];
  });
}

/** Rows of the nodes before `nodeId`, all well, the last of them ending just before `until` (epoch ms). */
export function leadingSteps(
  workflow: SampleWorkflow,
  run: string,
  nodeId: string,
  until: number,
  rng: Prng,
): StepRow[] {
  const { nodes } = workflow.scenario;
  const index = nodes.findIndex(({ id }) => id === nodeId);
  if (index < 0) throw new Error(`${workflow.key} has no node ${nodeId}`);
  const rows: StepRow[] = [];
  let end = until;
  for (const node of nodes.slice(0, index).reverse()) {
    end -= rng.int(5, 60);
    const durationMs = rng.int(...node.ms);
    const well = { status: 'succeeded', payloadHash: rng.hash(), occurredAt: end, durationMs } as const;
    rows.unshift(
      stepRow({ workflowId: workflow.key, id: run }, { ...well, nodeId: node.id, subIndex: node.loop ? '0' : '' }),
    );
    end -= durationMs;
  }
  return rows;
}
