import type { Db } from '@/lib/db/client';

/** One failure of a run: the codes of its attempts in order; the last attempt succeeds when `recovers`. */
export interface SampleRun {
  readonly runId: string;
  readonly nodeId: string;
  readonly codes: readonly (string | null)[];
  readonly message?: string;
  readonly recovers?: boolean;
}

/** Writes run steps of a workflow that was imported as a file, one minute between attempts, ending at `at`. */
export async function writeRuns(db: Db, workflowKey: string, runs: readonly SampleRun[], at: Date): Promise<void> {
  const { id: sourceId } = await db.source.findUniqueOrThrow({ where: { key: 'own' } });
  const steps = runs.flatMap(({ runId, nodeId, codes, message, recovers }) => {
    const outcomes = [...codes.map((code) => ({ status: 'failed', errorCode: code })), ...(recovers ? [OK] : [])];
    return outcomes.map(({ status, errorCode }, index) => ({
      sourceId,
      workflowId: workflowKey,
      runId,
      nodeId,
      attempt: index + 1,
      status,
      errorCode,
      errorMessage: status === 'failed' ? (message ?? `failed with ${errorCode ?? 'no code'}`) : null,
      payloadHash: runId,
      occurredAt: new Date(at.getTime() - (outcomes.length - index) * 60_000),
      durationMs: 120,
    }));
  });
  await db.workflowRunStep.createMany({ data: steps });
}

const OK = { status: 'succeeded', errorCode: null };
