import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import classes from '@/components/table/pages.module.css';
import type { VersionsPage } from '@/lib/workflows/versions-queries';
import { versionsHref } from '../search-params';

/** The ways to newer and older versions; nothing when all stand on one page. */
export function KeyPages({
  workflowId,
  page: { newer, older },
  node,
}: {
  workflowId: string;
  page: VersionsPage;
  node: string | null;
}) {
  const t = useTranslations('versions.pages');
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={t('label')} className={classes.pages}>
      {newer === null ? null : (
        <>
          <Link href={versionsHref(workflowId, { node })} rel="first" className={classes.page}>
            {t('newest')}
          </Link>
          <Link href={versionsHref(workflowId, { node, after: newer })} rel="prev" className={classes.page}>
            <IconChevronLeft size={16} stroke={1.8} aria-hidden />
            {t('newer')}
          </Link>
        </>
      )}
      {older === null ? null : (
        <Link href={versionsHref(workflowId, { node, before: older })} rel="next" className={classes.page}>
          {t('older')}
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
