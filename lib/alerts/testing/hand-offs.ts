import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '@/lib/db/client';

export interface HandOffInput {
  /** Stands for the fingerprint, and is the code. */
  readonly key: string;
  readonly at: Date;
  /** When it became known; default: when it was decided. */
  readonly createdAt?: Date;
  readonly recipient?: string | null;
  readonly state?: string;
  readonly changedAt?: Date;
  readonly note?: string;
  readonly trigger?: string;
  readonly nodeId?: string;
  readonly workflowId?: string;
  readonly errorCode?: string | null;
  readonly errorMessage?: string;
  readonly silentBecause?: string;
  readonly assigneeId?: string;
}

let runs = 0;

/** The fingerprint of a key of tests. */
export function keyName(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

/** Hand-offs as a worker writes them, of a source of their own; returns their ids in order. */
export async function addHandOffs(db: Db, handOffs: readonly HandOffInput[]): Promise<string[]> {
  const { id: sourceId } = await db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  const rows = handOffs.map(({ key, at, ...input }) => ({
    ...{
      id: randomUUID(),
      sourceId,
      workflowId: 'orders',
      nodeId: 'charge',
      runId: String(runs++).padStart(6, '0'),
    },
    ...{ fingerprint: keyName(key), errorCode: key, errorMessage: `failed with ${key}`, payloadHash: 'abc' },
    ...{ trigger: 'terminal', because: { class: 'terminal', because: 'unknown', unknown: true }, attempt: 1 },
    ...{ nodeVersion: 1, workflowVersion: 1, recipient: 'pay', recipientFrom: 'node', silenceMs: 1_800_000 },
    ...{ decidedAt: at, firstFailedAt: at, lastFailedAt: at, createdAt: at },
    ...input,
  }));
  await db.handOff.createMany({ data: rows });
  return rows.map(({ id }) => id);
}
