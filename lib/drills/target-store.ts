import type { Db, Queryable, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Keyring } from '@/lib/secrets/keyring';
import { open, resealRows, type SealedRow, seal } from '@/lib/secrets/seal';

/** A target as it is kept. */
export interface KeptTarget {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  readonly url: string | null;
  readonly sealed: string | null;
}

const KEPT = { id: true, name: true, environment: true, url: true, sealed: true } as const;

/** Locks a target and reads it as it is then; null when there is none, or it was taken away. */
export async function lockTarget(db: Tx, id: string): Promise<KeptTarget | null> {
  await db.$queryRaw`select id from drill_target where id = ${id}::uuid for update`;
  return findTarget(db, id);
}

/** A target that is declared now; null when there is none, or it was taken away. */
export function findTarget(db: Queryable, id: string): Promise<KeptTarget | null> {
  return db.drillTarget.findFirst({ where: { id, removedAt: null }, select: KEPT });
}

/** A signing secret as its target's row keeps it: it opens in this row only. */
export function sealTargetSecret(keyring: Keyring, id: string, secret: string): string {
  return seal(keyring, contextOf(id), secret);
}

/** The signing secret of a target; null when there is none, or it cannot be read: its key is gone, or it is damaged. */
export function openTargetSecret(keyring: Keyring, { id, sealed }: Pick<KeptTarget, 'id' | 'sealed'>): string | null {
  const opened = sealed === null ? null : open(keyring, contextOf(id), sealed);
  return opened?.ok ? opened.value : null;
}

/**
 * Seals what targets keep with the first key: what a rotation of keys runs before the old one is taken away. Those that
 * cannot be opened stay as they are, and are named.
 */
export async function resealTargets(
  db: Db,
  keyring: Keyring,
): Promise<{ readonly resealed: number; readonly unreadable: readonly string[] }> {
  return transaction(db, async (tx) => {
    const rows = await tx.$queryRaw<SealedRow[]>`
      select id, sealed from drill_target where sealed is not null order by id for update`;
    const { changed, unreadable } = resealRows(keyring, rows, contextOf);
    for (const { id, sealed } of changed) await tx.drillTarget.update({ where: { id }, data: { sealed } });
    return { resealed: changed.length, unreadable };
  });
}

function contextOf(id: string): string {
  return `drill_target:${id}`;
}
