import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { conformanceHref } from '../search-params';

/**
 * Why the list is empty. Only where all of the history was held against rules does it say that everything kept to them.
 */
export function NothingFound({
  narrowed,
  reading,
  ruled,
}: {
  /** There are findings, but none of what is chosen. */
  narrowed: boolean;
  /** The history is still being read. */
  reading: boolean;
  /** Rules of some node have been published. */
  ruled: boolean;
}) {
  const t = useTranslations('conformance');
  if (narrowed)
    return (
      <EmptyState
        title={t('empty.noneTitle')}
        body={t('empty.noneBody')}
        action={<LinkButton href={conformanceHref()}>{t('filter.clear')}</LinkButton>}
      />
    );
  if (!ruled)
    return (
      <EmptyState
        title={t('empty.neverTitle')}
        body={t('checked.never')}
        action={<LinkButton href="/nodes">{t('empty.neverAction')}</LinkButton>}
      />
    );
  if (reading) return <EmptyState title={t('empty.readingTitle')} body={t('empty.reading')} />;
  return <EmptyState title={t('empty.title')} body={t('empty.body')} />;
}
