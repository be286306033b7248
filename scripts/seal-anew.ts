import { createDb } from '@/lib/db/client';
import { resealTargets } from '@/lib/drills/target-store';
import { resealChannels } from '@/lib/owners/channel-store';
import { demandKeyring } from '@/lib/secrets/keyring-store';
import { resealSources } from '@/lib/sources/source-store';

/**
 * Seals every secret that is kept with the first of these keys, so that the others can be taken away. Returns how
 * many were sealed anew, and how many none of the keys opens.
 */
export async function sealAnew(url: string, keys: string): Promise<{ resealed: number; unreadable: number }> {
  const db = createDb(url);
  try {
    const keyring = demandKeyring(keys, 'FAILPATH_SECRET_KEYS');
    const [channels, targets] = [await resealChannels(db, keyring), await resealTargets(db, keyring)];
    const sources = await resealSources(db, keyring);
    return {
      resealed: channels.resealed + targets.resealed + sources.resealed,
      unreadable: channels.unreadable.length + targets.unreadable.length + sources.unreadable.length,
    };
  } finally {
    await db.$disconnect();
  }
}
