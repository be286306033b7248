import { useTranslations } from 'next-intl';
import type { CatalogueEntry } from '@/lib/catalogue/entry';
import classes from './catalogue.module.css';

/** An entry for those who may only look. */
export function EntryFacts({ entry: { class: decided, means, source } }: { entry: CatalogueEntry }) {
  const t = useTranslations('catalogue');
  const terms = useTranslations('terms.class');
  return (
    <dl className={classes.facts}>
      <dt>{t('columns.means')}</dt>
      <dd>{decided === null ? t('sameAs', { token: means ?? '' }) : terms(decided)}</dd>
      <dt>{t('columns.source')}</dt>
      <dd className={classes.text}>{source}</dd>
      <dt>{t('mayNotTitle')}</dt>
      <dd>{t('mayNot')}</dd>
    </dl>
  );
}
