import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import { NameLink, TextLink } from '@/components/ui/text-link';
import type { SourceWorkflow } from '@/lib/sources/source-queries';
import classes from './source.module.css';

/** The workflows of a source, each leading to its page. */
export function WorkflowsTable({ workflows, all }: { workflows: readonly SourceWorkflow[]; all: number }) {
  const t = useTranslations('sources.detail.workflows');
  if (workflows.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  const columns: PlainColumn<SourceWorkflow>[] = [
    {
      key: 'name',
      label: t('name'),
      heading: true,
      cell: ({ id, key, name, seenAt }) => (
        <>
          <NameLink href={`/workflows/${id}`} prefetch={false}>
            {name}
          </NameLink>
          <Below code>{key}</Below>
          {seenAt === null ? <Below>{t('gone')}</Below> : null}
        </>
      ),
    },
    { key: 'nodes', label: t('count'), align: 'end', cell: ({ nodes }) => t('nodes', { count: nodes }) },
  ];
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={workflows} rowKey={({ id }) => id} slim />
      {all > workflows.length ? (
        <p className={classes.quiet}>
          {t('more', { shown: workflows.length, all })} <TextLink href="/workflows">{t('all')}</TextLink>
        </p>
      ) : null}
    </>
  );
}
