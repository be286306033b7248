import type { Actor } from './permissions';

/** While there are no accounts the server listens on loopback only, and whoever is there owns it. */
export const LOCAL_OWNER: Actor = { id: 'local-owner', name: 'local owner', role: 'administrator' };

/** Who is behind the current request. Null = nobody signed in. */
export async function currentActor(): Promise<Actor | null> {
  return LOCAL_OWNER;
}
