/** About how many lines a scale has above zero. */
const LINES = 4;
const STEPS = [1, 2, 5, 10];

/**
 * Round whole numbers from 0 to at least `most` (0 or more), evenly spaced: what stands beside a
 * chart of counts. The last one is the top of the scale.
 */
export function axisTicks(most: number): number[] {
  const wanted = Math.max(1, most) / LINES;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)));
  const step = Math.max(1, power * (STEPS.find((each) => power * each >= wanted) ?? 10));
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, i) => i * step);
}

/** Positions of about `most` labels among `count` bars, evenly spaced from the first. */
export function labelledPositions(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
}
