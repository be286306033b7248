import type { Actor } from './permissions';
import { LOCAL_OWNER } from './system-actor';

/** Who is behind the current request. Null = nobody signed in. */
export async function currentActor(): Promise<Actor | null> {
  return LOCAL_OWNER;
}
