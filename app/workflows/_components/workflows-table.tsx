import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { dialectById } from '@/lib/dialects/registry';
import type { WorkflowRow } from '@/lib/workflows/queries';
import classes from './workflows.module.css';

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
          <Link href={`/workflows/${id}`} className={classes.link}>
            {name}
          </Link>
          <code className={classes.sub}>{key}</code>
        </>
      ),
    },
    {
      key: 'format',
      label: t('columns.format'),
      cell: ({ dialect, fileName }) => (
        <>
          {dialectById(dialect).label}
          <span className={classes.sub}>{fileName}</span>
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
          <span className={classes.dim}>{t('drafts', { count: 0 })}</span>
        ) : (
          <span className={classes.draft}>
            <IconPencil size={13} stroke={2} aria-hidden />
            {t('drafts', { count: drafts })}
          </span>
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
  return (
    <span className={classes.warn}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t('noOwner')}
    </span>
  );
}
