import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { HOME_SCOPES } from '@/lib/insight/home';
import { type HomeQuery, homeHref } from '../search-params';
import classes from './home.module.css';

/** Whose nodes the page is about: as links, so that each can be kept and shared. */
export function ScopeSwitch({ query }: { query: HomeQuery }) {
  const t = useTranslations('home.scope');
  return (
    <nav aria-label={t('label')} className={classes.scopes}>
      {HOME_SCOPES.map((scope) => (
        <Link
          key={scope}
          href={homeHref({ ...query, scope })}
          className={classes.scope}
          aria-current={scope === query.scope ? 'page' : undefined}
        >
          {t(scope)}
        </Link>
      ))}
    </nav>
  );
}
