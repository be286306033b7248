import type { Db } from '@/lib/db/client';
import { expect } from './fixtures';

/** The worker of the product looks for new steps on its own; this is patience, not a promise. */
export const WORKER = { timeout: 60_000 };

export interface FailingStep {
  readonly run: string;
  readonly code: string | null;
  readonly message: string;
  /** Default: now. */
  readonly at?: Date;
}

/** A failed first attempt of the node charge-card, as a platform writes it; waits for its hand-off. */
export async function failStep(db: Db, { run, code, message, at = new Date() }: FailingStep): Promise<void> {
  const { id: sourceId } = await db.source.findFirstOrThrow({ where: { alertsFrom: { not: null } } });
  const step = { sourceId, workflowId: 'order-fulfilment', nodeId: 'charge-card', status: 'failed', attempt: 1 };
  const what = { errorCode: code, errorMessage: message, payloadHash: 'sha256:9f86d081', durationMs: 120 };
  await db.workflowRunStep.create({ data: { ...step, ...what, runId: run, occurredAt: at } });
  await expect.poll(() => db.handOff.count({ where: { runId: run } }), WORKER).toBe(1);
}
