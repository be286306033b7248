import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { Concern } from '@/lib/operations/concerns';
import classes from './operations.module.css';

/** What an operator should look at, or that there is nothing. */
export function Concerns({ concerns, now }: { concerns: readonly Concern[]; now: Date }) {
  const t = useTranslations('operations.concerns');
  const format = useFormatter();
  if (concerns.length === 0)
    return (
      <p className={classes.well}>
        <IconCircleCheck size={18} stroke={2} aria-hidden />
        {t('none')}
      </p>
    );
  const words = (concern: Concern) => {
    switch (concern.kind) {
      case 'no_worker':
      case 'hidden_writer':
        return t(concern.kind);
      case 'versions':
        return t(concern.kind, { versions: concern.versions });
      case 'gone':
        return t(concern.kind, { count: concern.count });
      case 'messages_late':
      case 'drills_late':
      case 'held_up':
        return t(concern.kind, { since: format.relativeTime(concern.since, { now }) });
    }
  };
  return (
    <ul className={classes.concerns} aria-label={t('label')}>
      {concerns.map((concern) => (
        <li key={concern.kind}>
          <IconAlertTriangle size={16} stroke={2} aria-hidden />
          <span>{words(concern)}</span>
        </li>
      ))}
    </ul>
  );
}
