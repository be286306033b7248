import { IconArrowRight, IconHelp, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { FailureClass } from '@/lib/policy/schema';
import classes from './class-badge.module.css';

/** A failure class as word, shape and colour. */
export function ClassBadge({ failureClass, unclassified = false }: { failureClass: FailureClass; unclassified?: boolean }) {
  const t = useTranslations('terms');
  const Icon = unclassified ? IconHelp : failureClass === 'transient' ? IconRefresh : IconArrowRight;
  return (
    <span className={classes.badge} data-class={unclassified ? 'unclassified' : failureClass}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {unclassified ? t('unclassifiedShort') : t(`classShort.${failureClass}`)}
    </span>
  );
}
