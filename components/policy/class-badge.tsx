import { IconArrowRight, IconHelp, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { FailureClass } from '@/lib/policy/vocabulary';
import classes from './class-badge.module.css';

const ICONS = { transient: IconRefresh, terminal: IconArrowRight, unclassified: IconHelp } as const;

/** A failure class as word, shape and colour. */
export function ClassBadge({
  failureClass,
  unclassified = false,
}: {
  failureClass: FailureClass;
  unclassified?: boolean;
}) {
  const t = useTranslations('terms');
  const kind = unclassified ? 'unclassified' : failureClass;
  const Icon = ICONS[kind];
  return (
    <span className={classes.badge} data-class={kind}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {unclassified ? t('unclassifiedShort') : t(`classShort.${failureClass}`)}
    </span>
  );
}
