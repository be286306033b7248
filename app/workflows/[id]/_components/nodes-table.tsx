import { IconAlertTriangle, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import type { NodeRow } from '@/lib/insight/node-row';
import classes from './workflow.module.css';

/** The workflow's nodes in the order of its text, each with what it still lacks. */
export function NodesTable({ nodes }: { nodes: readonly NodeRow[] }) {
  const t = useTranslations('workflows.detail.nodes');
  const format = useFormatter();
  const columns: PlainColumn<NodeRow>[] = [
    { key: 'name', label: t('name'), heading: true, cell: (node) => <Name node={node} /> },
    { key: 'owner', label: t('owner'), cell: (node) => <Owner node={node} /> },
    { key: 'failures', label: t('failures'), align: 'end', cell: ({ failures }) => format.number(failures) },
    { key: 'coverage', label: t('coverage'), cell: (node) => <Coverage node={node} /> },
  ];
  return <PlainTable label={t('table')} columns={columns} rows={nodes} rowKey={(node) => node.id} />;
}

function Name({ node: { id, nodeId, name, hasDraft } }: { node: NodeRow }) {
  const t = useTranslations('workflows.detail.nodes');
  return (
    <>
      <Link href={`/nodes/${id}`} className={classes.link} prefetch={false}>
        {name}
      </Link>
      {hasDraft ? (
        <span className={classes.draft}>
          <IconPencil size={12} stroke={2} aria-hidden />
          {t('draft')}
        </span>
      ) : null}
      {name === nodeId ? null : <code className={classes.sub}>{nodeId}</code>}
    </>
  );
}

function Owner({ node: { owner, ownerName, coverage } }: { node: NodeRow }) {
  const t = useTranslations('workflows.detail.nodes');
  const lacks = useTranslations('terms.lacks');
  if (owner)
    return (
      <>
        {ownerName}
        {owner.from === 'workflow' ? <span className={classes.sub}>{t('inherited')}</span> : null}
      </>
    );
  if (!coverage.lacks.includes('owner')) return <span className={classes.dim}>{t('notNeeded')}</span>;
  return (
    <span className={classes.warn}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {lacks('owner')}
    </span>
  );
}

function Coverage({ node: { coverage } }: { node: NodeRow }) {
  const t = useTranslations('terms');
  if (coverage.state === 'complete')
    return (
      <span className={classes.good}>
        <IconCircleCheck size={15} stroke={2} aria-hidden />
        {t('coverage.complete')}
      </span>
    );
  return (
    <ul className={classes.lacks}>
      {coverage.lacks.map((lack) => (
        <li key={lack}>{t(`lacks.${lack}`)}</li>
      ))}
    </ul>
  );
}
