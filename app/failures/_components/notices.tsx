import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { PeriodProblem } from '@/lib/history/window';
import classes from './notices.module.css';
import { problemText } from './period-text';

/** What of a link did not hold, and where the history begins only within the period. */
export function Notices({
  problems,
  begins,
}: {
  problems: readonly PeriodProblem[];
  /** The earliest record, when it lies after the start of the period; else null. */
  begins: Date | null;
}) {
  const t = useTranslations('failures');
  const format = useFormatter();
  if (problems.length === 0 && begins === null) return null;
  return (
    <div className={classes.notices} role="status">
      {problems.map((problem) => (
        <p key={problem.reason} className={classes.problem}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          {problemText(t, format, problem)}
        </p>
      ))}
      {begins === null ? null : (
        <p className={classes.note}>
          <IconInfoCircle size={16} stroke={1.8} aria-hidden />
          {t('period.begins', {
            at: format.dateTime(begins, {
              ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
            }),
          })}
        </p>
      )}
    </div>
  );
}
