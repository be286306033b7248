import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { PageHeader } from '@/components/ui/page-header';
import { GlossaryList } from './_components/glossary-list';
import { GLOSSARY, TERM_PAGES } from './terms';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('glossary');
  return { title: t('title') };
}

/** Every word of the product with its meaning, an example, and its name in YAML. */
export default async function GlossaryPage() {
  await contextFor('read');
  const t = await getTranslations('glossary');
  const sections = GLOSSARY.map(({ section, terms }) => ({
    id: section,
    title: t(`sections.${section}`),
    terms: terms.map(({ id, yaml }) => ({
      id,
      yaml,
      name: t(`terms.${id}.name`),
      meaning: t(`terms.${id}.meaning`),
      example: t(`terms.${id}.example`),
      page: TERM_PAGES[id] ?? null,
      link: t('linkTo', { term: t(`terms.${id}.name`) }),
    })),
  }));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <GlossaryList
          sections={sections}
          words={{
            search: t('search'),
            example: t('example'),
            inYaml: t('inYaml'),
            open: t('open'),
            none: t('none', { search: '{search}' }),
          }}
        />
      </Box>
    </>
  );
}
