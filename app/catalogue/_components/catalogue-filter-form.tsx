import { Button, NativeSelect, TextInput } from '@mantine/core';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import { CATALOGUE_ORIGINS, type CatalogueFilter } from '@/lib/insight/catalogue-list';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import { catalogueHref } from '../href';
import { isNarrowed } from '../search-params';
import classes from './catalogue.module.css';

/** Narrows the page; the URL holds it all, and it works without a script. */
export function CatalogueFilterForm({ filter }: { filter: CatalogueFilter }) {
  const t = useTranslations('catalogue.filters');
  const terms = useTranslations('terms.class');
  return (
    <Form action="/catalogue" className={classes.filters} aria-label={t('label')} key={catalogueHref(filter)}>
      <TextInput
        name="q"
        type="search"
        className={classes.search}
        label={t('search')}
        placeholder={t('placeholder')}
        defaultValue={filter.search}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <NativeSelect
        name="class"
        className={classes.field}
        label={t('class')}
        data={[
          { value: '', label: t('anyClass') },
          ...FAILURE_CLASSES.map((each) => ({ value: String(each), label: terms(each) })),
        ]}
        defaultValue={filter.class ?? ''}
      />
      <NativeSelect
        name="from"
        className={classes.field}
        label={t('from')}
        data={[
          { value: '', label: t('anywhere') },
          ...CATALOGUE_ORIGINS.map((each) => ({ value: String(each), label: t(`origins.${each}`) })),
        ]}
        defaultValue={filter.from ?? ''}
      />
      <div className={classes.ways}>
        <Button type="submit" variant="default">
          {t('submit')}
        </Button>
        {isNarrowed(filter) ? <TextLink href={catalogueHref()}>{t('clear')}</TextLink> : null}
      </div>
    </Form>
  );
}
