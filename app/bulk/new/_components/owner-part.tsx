import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { GroupOption } from '@/app/nodes/[id]/_components/facts';
import { GroupChoice } from '@/app/nodes/[id]/_components/group-choice';
import type { BulkFormState } from './use-bulk-form';

/** Who owns the nodes; nobody of their own, and the workflow's group does. */
export function OwnerPart({ form, groups }: { form: BulkFormState; groups: readonly GroupOption[] }) {
  const t = useTranslations('bulk.entry.parts.owner');
  const node = useTranslations('node.owner');
  return (
    <Select
      label={node('label')}
      description={t('note')}
      placeholder={t('workflow')}
      data={groups.map(({ slug, name }) => ({ value: slug, label: name }))}
      renderOption={({ option }) => <GroupChoice option={option} groups={groups} />}
      value={form.entry.owner || null}
      onChange={(slug) => form.edit({ owner: slug ?? '' })}
      allowDeselect={false}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': node('clear') }}
      nothingFoundMessage={node('nothingFound')}
      error={form.messageAt(['owner'])}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maw={420}
    />
  );
}
