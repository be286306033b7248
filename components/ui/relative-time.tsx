'use client';

import { useFormatter } from 'next-intl';

/** "3 hours ago" as seen from `now` (`narrow`: "3h ago"); the exact time, in the reader's zone, on hover. */
export function RelativeTime({ date, now, style }: { date: Date; now: Date; style?: 'narrow' }) {
  const format = useFormatter();
  return (
    <time dateTime={date.toISOString()} title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'medium' })}>
      {format.relativeTime(date, { now, style })}
    </time>
  );
}
