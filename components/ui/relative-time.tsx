'use client';

import { useFormatter } from 'next-intl';

/** "3 hours ago" as seen from `now`; the exact time, in the reader's zone, on hover. */
export function RelativeTime({ date, now }: { date: Date; now: Date }) {
  const format = useFormatter();
  return (
    <time dateTime={date.toISOString()} title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'medium' })}>
      {format.relativeTime(date, now)}
    </time>
  );
}
