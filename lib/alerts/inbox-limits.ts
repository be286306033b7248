/** Keys that one action may reach. */
export const MAX_KEYS = 200;
/** Characters of what was done about a hand-off. */
export const MAX_NOTE = 2_000;
