/** Milliseconds since the Unix epoch. */
export type EpochMs = number;

/** Where "now" comes from; an argument everywhere, so that tests and scaled clocks can stand in. */
export type Clock = () => Date;

/** The machine's own clock. */
export const systemClock: Clock = () => new Date();

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
