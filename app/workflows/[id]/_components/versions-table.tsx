import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { TextLink } from '@/components/ui/text-link';
import { listVersions, type VersionRow } from '@/lib/workflows/versions-queries';
import { AuthorName } from '../versions/_components/author';
import { ChangedNodes, VersionNote, VersionNumber, VersionTime } from '../versions/_components/version-cells';
import { versionsHref } from '../versions/search-params';

const LATEST = 5;

/** The latest versions: who published what and when; all of them stand on a page of their own. */
export async function VersionsTable({ workflow }: { workflow: { readonly id: string; readonly version: number } }) {
  const ctx = await contextFor('read');
  const [t, { rows }] = await Promise.all([
    getTranslations('versions'),
    listVersions(ctx, workflow.id, { node: null, before: null, after: null }, LATEST),
  ]);
  const columns: PlainColumn<VersionRow>[] = [
    {
      key: 'version',
      label: t('columns.version'),
      heading: true,
      cell: (row) => <VersionNumber row={row} current={workflow.version} />,
    },
    { key: 'when', label: t('columns.when'), cell: (row) => <VersionTime date={row.publishedAt} now={ctx.now} /> },
    { key: 'who', label: t('columns.who'), cell: (row) => <AuthorName name={row.publishedBy} /> },
    { key: 'nodes', label: t('columns.nodes'), cell: (row) => <ChangedNodes row={row} /> },
    { key: 'note', label: t('columns.note'), cell: (row) => <VersionNote row={row} /> },
  ];
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={rows} rowKey={(row) => String(row.version)} />
      <Text size="sm">
        <TextLink href={versionsHref(workflow.id)}>{t('all', { count: workflow.version })}</TextLink>
      </Text>
    </>
  );
}
