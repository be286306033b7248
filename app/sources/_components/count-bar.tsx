import { useFormatter, useTranslations } from 'next-intl';
import { ShareBar } from '@/components/ui/share-bar';
import type { CountProgress } from '@/lib/sources/source-state';
import classes from './sources.module.css';

/** How far a count is: by time, with the rows so far. */
export function CountBar({
  progress,
  label,
  wide = false,
}: {
  progress: CountProgress;
  label: string;
  wide?: boolean;
}) {
  const t = useTranslations('sources.progress');
  const format = useFormatter();
  const { from, to, readTo, rows, share } = progress;
  const day = (date: Date) => format.dateTime(date, { dateStyle: 'medium' });
  return (
    <div className={classes.progress}>
      <ShareBar share={share} label={label} />
      <span className={classes.small}>
        {readTo === null ? t('begins') : t('rows', { rows })}
        {wide ? ` · ${t('span', { from: day(from), to: day(to) })}` : ''}
        {wide && readTo !== null
          ? ` · ${t('at', { at: format.dateTime(readTo, { dateStyle: 'medium', timeStyle: 'short' }) })}`
          : ''}
      </span>
    </div>
  );
}
