import type { Ctx } from '@/lib/accounts/context';
import { refreshFacts } from './node-facts-store';

/** More in a row, and somebody is writing faster than we read. */
const ATTEMPTS = 5;

/**
 * What `read` finds once nothing derived of configs, certificates and standards is outdated: where something is, it is
 * brought up to date and read again. `outdated`: number of nodes for which it was not.
 */
export async function readFresh<T extends { readonly outdated: number }>(ctx: Ctx, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const found = await read();
    if (found.outdated === 0) return found;
    if (attempt === ATTEMPTS) throw new Error(`${found.outdated} nodes were still changing after ${ATTEMPTS} readings`);
    await refreshFacts(ctx);
  }
}
