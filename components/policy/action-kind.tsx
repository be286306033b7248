import { useTranslations } from 'next-intl';
import type { ActionKind } from '@/lib/model/action-kinds';
import classes from './action-kind.module.css';
import { KIND_ICONS } from './kind-icons';

/** The kind of an outbound action as icon and word. */
export function ActionKindLabel({ kind }: { kind: ActionKind }) {
  const t = useTranslations('terms.kind');
  const Icon = KIND_ICONS[kind];
  return (
    <span className={classes.kind}>
      <Icon size={15} stroke={1.6} aria-hidden className={classes.icon} />
      {t(kind)}
    </span>
  );
}
