'use client';

import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context';
import type { GroupOption } from './facts';
import { fieldAt } from './field-focus';
import { GroupChoice } from './group-choice';
import { Section } from './section';
import { WhoPanel } from './who-panel';

/** Who is told; the first thing to fix. */
export function OwnerSection() {
  const t = useTranslations('node.owner');
  const { editor, node, groups, textAt, messageAt } = useEditor();
  const own = textAt(['owner']);
  const nameOf = (slug: string) => groups.find((group) => group.slug === slug)?.name ?? t('unknownGroup', { slug });
  const inherited = node.workflowOwner;
  return (
    <Section id="owner" title={t('title')} hint={t('hint')} term="owner_group">
      <Select
        {...fieldAt(['owner'])}
        label={t('label')}
        description={
          !own && inherited ? t('inherited', { group: nameOf(inherited), workflow: node.workflowName }) : t('example')
        }
        placeholder={inherited ? t('inheritedPlaceholder', { group: nameOf(inherited) }) : t('placeholder')}
        data={optionsWith(groups, own, nameOf)}
        renderOption={({ option }) => <GroupChoice option={option} groups={groups} />}
        value={own || null}
        onChange={(slug) => editor.set(['owner'], slug ?? undefined)}
        allowDeselect={false}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        nothingFoundMessage={t('nothingFound')}
        error={
          messageAt(['owner']) ??
          (own && !groups.some((group) => group.slug === own) ? t('unknownTold', { slug: own }) : null)
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maw={420}
      />
      <WhoPanel />
    </Section>
  );
}

/** The known groups, and the one that the file names even if nobody made it. */
export function optionsWith(
  groups: readonly GroupOption[],
  current: string,
  nameOf: (slug: string) => string,
): { value: string; label: string }[] {
  const options = groups.map((group) => ({ value: group.slug, label: group.name }));
  const known = current === '' || groups.some((group) => group.slug === current);
  return known ? options : [...options, { value: current, label: nameOf(current) }];
}
