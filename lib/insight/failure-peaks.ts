/** A bar stands out when it has more than so many times the usual failures… */
export const PEAK_TIMES = 3;
/** …and at least so many: where almost nothing fails, little would be a multiple of it. */
export const PEAK_LEAST = 10;
/** Of fewer bars none can be called usual. */
const FEWEST_BARS = 5;

/**
 * Which of a chart's bars stand out, and by how much: `times` has for each bar how many times the usual it
 * is, or null. Usual is the median over all bars, those without failures included; where it is 0, one
 * failure is taken for usual.
 */
export function peaksOf(totals: readonly number[]): { usual: number; times: (number | null)[] } {
  const usual = median(totals);
  const scale = Math.max(usual, 1);
  const few = totals.length < FEWEST_BARS;
  const stands = (total: number) => !few && total >= PEAK_LEAST && total > PEAK_TIMES * scale;
  return { usual, times: totals.map((total) => (stands(total) ? total / scale : null)) };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
  return (low + high) / 2;
}
