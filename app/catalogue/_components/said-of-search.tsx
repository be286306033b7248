import { useTranslations } from 'next-intl';
import { ClassBadge } from '@/components/policy/class-badge';
import { TextLink } from '@/components/ui/text-link';
import type { CatalogueSaying } from '@/lib/policy/catalogue';
import { newEntryHref } from '../href';
import classes from './catalogue.module.css';

/** What was searched for, read as an error code: what it means, or that nobody has said so. */
export function SaidOfSearch({
  search,
  says,
  mayEdit,
}: {
  search: string;
  says: CatalogueSaying | null;
  mayEdit: boolean;
}) {
  const t = useTranslations('catalogue.said');
  if (search === '') return null;
  if (says === null)
    return (
      <p className={classes.said}>
        {t('unknown', { code: search })}
        {mayEdit ? (
          <>
            {' '}
            <TextLink href={newEntryHref({ code: search })}>{t('add', { code: search })}</TextLink>
          </>
        ) : null}
      </p>
    );
  return (
    <p className={classes.said}>
      {t(says.added ? 'added' : 'builtIn', { code: search, token: says.token, source: says.source })}{' '}
      <ClassBadge failureClass={says.class} />
    </p>
  );
}
