import type { Db, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Keyring } from '@/lib/secrets/keyring';
import { open, resealRows, type SealedRow, seal } from '@/lib/secrets/seal';
import { parseJson } from '@/lib/shared/json';
import {
  type ChannelSecrets,
  type ChannelSettings,
  channelSecretsSchema,
  channelSettingsSchema,
} from './channel-schema';

/** A channel as it is kept, with its group, locked for the rest of the transaction. */
export interface LockedChannel {
  readonly id: string;
  readonly name: string;
  readonly fallback: boolean;
  readonly enabled: boolean;
  readonly settings: ChannelSettings;
  readonly sealed: string | null;
  readonly group: { readonly id: string; readonly slug: string; readonly name: string };
}

/** Locks a group: whoever changes how it is told waits until this transaction ends. Null when there is none. */
export async function lockGroup(db: Tx, id: string): Promise<LockedChannel['group'] | null> {
  await db.$queryRaw`select id from owner_group where id = ${id}::uuid for update`;
  return db.ownerGroup.findUnique({ where: { id }, select: { id: true, slug: true, name: true } });
}

/** Locks the group of a channel and reads it as it is then; null when there is none, or it was taken away. */
export async function lockChannel(db: Tx, id: string): Promise<LockedChannel | null> {
  const found = await db.channel.findFirst({ where: { id, removedAt: null }, select: { groupId: true } });
  const group = found && (await lockGroup(db, found.groupId));
  if (!group) return null;
  const row = await db.channel.findFirst({ where: { id, removedAt: null } });
  if (!row) return null;
  const { name, fallback, enabled, sealed } = row;
  return { id, name, fallback, enabled, settings: channelSettingsSchema.parse(row.settings), sealed, group };
}

/** The secrets of a channel as its row keeps them: they open in this row only. */
export function sealSecrets(keyring: Keyring, id: string, secrets: ChannelSecrets): string | null {
  return secrets.kind === 'mail' ? null : seal(keyring, contextOf(id), JSON.stringify(secrets));
}

/** The secrets of a channel; null when they cannot be read: their key is gone, or they are damaged. */
export function openSecrets(
  keyring: Keyring,
  { id, kind, sealed }: { readonly id: string; readonly kind: string; readonly sealed: string | null },
): ChannelSecrets | null {
  if (kind === 'mail') return { kind };
  const opened = sealed === null ? null : open(keyring, contextOf(id), sealed);
  if (!opened?.ok) return null;
  const read = channelSecretsSchema.safeParse(parseJson(opened.value));
  return read.success && read.data.kind === kind ? read.data : null;
}

/**
 * Seals what channels keep with the first key: what a rotation of keys runs before the old one is taken away. Those
 * that cannot be opened stay as they are, and are named.
 */
export async function resealChannels(
  db: Db,
  keyring: Keyring,
): Promise<{ readonly resealed: number; readonly unreadable: readonly string[] }> {
  return transaction(db, async (tx) => {
    const rows = await tx.$queryRaw<SealedRow[]>`
      select id, sealed from channel where sealed is not null order by id for update`;
    const { changed, unreadable } = resealRows(keyring, rows, contextOf);
    for (const { id, sealed } of changed) await tx.channel.update({ where: { id }, data: { sealed } });
    return { resealed: changed.length, unreadable };
  });
}

function contextOf(id: string): string {
  return `channel:${id}`;
}
