import { IconBuildingStore, IconDatabase, IconPackage, IconSitemap, IconStack2, IconWorld } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ActionKind } from '@/lib/model/action-kinds';
import classes from './action-kind.module.css';

const ICONS = {
  http: IconWorld,
  database: IconDatabase,
  queue: IconStack2,
  object_storage: IconPackage,
  third_party: IconBuildingStore,
  sub_workflow: IconSitemap,
} as const;

/** The kind of an outbound action as icon and word. */
export function ActionKindLabel({ kind }: { kind: ActionKind }) {
  const t = useTranslations('terms.kind');
  const Icon = ICONS[kind];
  return (
    <span className={classes.kind}>
      <Icon size={15} stroke={1.6} aria-hidden className={classes.icon} />
      {t(kind)}
    </span>
  );
}
