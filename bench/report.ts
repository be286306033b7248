/** What a figure is compared with, measured in the same run on the same machine. */
export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** One JSON line per figure, in ms: its value, the limit that it has to keep, and its ratio to a baseline. */
export function report(
  bench: string,
  figure: string,
  value: number,
  { baseline, limit, ...more }: { baseline: Baseline; limit?: number; readonly [about: string]: unknown },
): void {
  const line = {
    bench,
    figure,
    value: round(value),
    ...(limit !== undefined && { limit, within: value <= limit }),
    baseline: baseline.name,
    ratio: round(value / baseline.value),
    ...more,
  };
  console.log(JSON.stringify(line));
}

/** The value below which this share (0 to 1) of the values lies, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** A figure of something that went wrong would be worth nothing. */
export function demandOk(ok: boolean, what = 'the outcome is not the expected one'): void {
  if (!ok) throw new Error(what);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
