import { IconPencil } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink, TextLink } from '@/components/ui/text-link';
import { dialectById } from '@/lib/dialects/registry';
import type { WorkflowRow } from '@/lib/workflows/queries';

/** All workflows: what they are, whose, and whether somebody is in the middle of something. */
export function WorkflowsTable({
  workflows,
  groups,
  now,
}: {
  workflows: readonly WorkflowRow[];
  groups: readonly { readonly slug: string; readonly name: string }[];
  now: Date;
}) {
  const t = useTranslations('workflows');
  const format = useFormatter();
  const names = new Map(groups.map((group) => [group.slug, group.name]));
  const columns: PlainColumn<WorkflowRow>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: ({ id, name, key }) => (
        <>
          <NameLink href={`/workflows/${id}`}>{name}</NameLink>
          <Below code>{key}</Below>
        </>
      ),
    },
    {
      key: 'format',
      label: t('columns.format'),
      cell: ({ dialect, fileName }) => (
        <>
          {dialectById(dialect).label}
          <Below>{fileName}</Below>
        </>
      ),
    },
    { key: 'owner', label: t('columns.owner'), cell: ({ owner }) => <Owner slug={owner} names={names} /> },
    {
      key: 'nodes',
      label: t('columns.nodes'),
      align: 'end',
      cell: ({ id, nodes, name }) => (
        <TextLink href={`/nodes?workflow=${id}`} label={`${name}: ${t('nodesOf', { count: nodes })}`}>
          {format.number(nodes)}
        </TextLink>
      ),
    },
    { key: 'version', label: t('columns.version'), align: 'end', cell: ({ version }) => format.number(version) },
    {
      key: 'drafts',
      label: t('columns.drafts'),
      cell: ({ drafts }) =>
        drafts === 0 ? (
          <Dim>{t('drafts', { count: 0 })}</Dim>
        ) : (
          <Caution Shape={IconPencil} size={13}>
            {t('drafts', { count: drafts })}
          </Caution>
        ),
    },
    {
      key: 'updated',
      label: t('columns.updated'),
      cell: ({ updatedAt }) => <RelativeTime date={updatedAt} now={now} />,
    },
  ];
  return <PlainTable label={t('table')} columns={columns} rows={workflows} rowKey={(row) => row.id} />;
}

function Owner({ slug, names }: { slug: string | null; names: ReadonlyMap<string, string> }) {
  const t = useTranslations('workflows');
  if (slug !== null) return names.get(slug) ?? slug;
  return <Caution>{t('noOwner')}</Caution>;
}
