import type { Actor } from './permissions';

/** Whoever was there before there were accounts, and what Failpath does by itself (sample data, tests, benches). */
export const LOCAL_OWNER: Actor = {
  id: 'local-owner',
  name: 'local owner',
  role: 'administrator',
  groups: [],
  via: 'system',
};
