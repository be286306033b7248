import type { useTranslations } from 'next-intl';

type SpanUnit = 'seconds' | 'minutes' | 'hours' | 'days';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const satisfies readonly (readonly [SpanUnit, number])[];

/** A span in the largest unit that says it in whole numbers: key below `sources.duration`, and the number. */
export function spanOf(seconds: number): { readonly unit: SpanUnit; readonly count: number } {
  const found = UNITS.find(([, size]) => seconds >= size && seconds % size === 0);
  return found ? { unit: found[0], count: seconds / found[1] } : { unit: 'seconds', count: seconds };
}

/** The same in words: of `sources.duration` as they stand behind "every" ("minute"), of `sources.length` alone ("1 minute"). */
export function spanWords(
  t: ReturnType<typeof useTranslations<'sources.duration'>> | ReturnType<typeof useTranslations<'sources.length'>>,
  seconds: number,
): string {
  const { unit, count } = spanOf(seconds);
  return t(unit, { count });
}
