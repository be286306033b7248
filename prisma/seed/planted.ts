import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HOUR_MS } from '@/lib/shared/clock';
import type { SampleWorkflow } from './definitions';
import { type StepRow, stepRow } from './execution';
import { leadingSteps } from './open-runs';
import { createPrng } from './prng';

const attemptSchema = z.strictObject({
  /** From the end of the attempt before. */
  wait_ms: z.int(),
  duration_ms: z.int(),
  status: z.enum(['failed', 'succeeded']),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
});

const plantedSchema = z.strictObject({
  run: z.string().startsWith('planted-'),
  workflow: z.string(),
  node_id: z.string(),
  /** First start, counted back from the moment of loading. */
  hours_ago: z.number(),
  expected: z.array(
    z.enum(['retried_although_terminal', 'more_attempts_than_allowed', 'off_schedule', 'given_up_early']),
  ),
  why: z.string(),
  attempts: z.array(attemptSchema).min(1),
});

/** An execution that breaks its node's own policy, and what a judge has to find in it. */
export type Planted = z.infer<typeof plantedSchema>;

/** The list in `planted.json`; throws when it does not have the shape above. */
export function readPlanted(): Planted[] {
  const text = readFileSync(path.join(import.meta.dirname, 'planted.json'), 'utf8');
  return z.array(plantedSchema).parse(JSON.parse(text));
}

/** The planted runs as history: the nodes before went well, then the attempts as listed. `now` in epoch ms. */
export function plantedRuns(workflows: readonly SampleWorkflow[], now: number): StepRow[][] {
  return readPlanted().map((planted) => {
    const workflow = workflows.find(({ key }) => key === planted.workflow);
    if (!workflow) throw new Error(`${planted.run}: no workflow ${planted.workflow}`);
    const rng = createPrng(planted.run);
    const start = now - planted.hours_ago * HOUR_MS;
    const rows = leadingSteps(workflow, planted.run, planted.node_id, start, rng);
    const payloadHash = rng.hash();
    let at = start;
    for (const [i, attempt] of planted.attempts.entries()) {
      at += attempt.wait_ms + attempt.duration_ms;
      const { status, error_code: errorCode, error_message: errorMessage, duration_ms: durationMs } = attempt;
      const step = { nodeId: planted.node_id, payloadHash, attempt: i + 1, status, errorCode, errorMessage };
      rows.push(stepRow({ workflowId: workflow.key, id: planted.run }, { ...step, occurredAt: at, durationMs }));
    }
    return rows;
  });
}
