import { IconPencil } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { NameLink } from '@/components/ui/text-link';
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
    {
      key: 'coverage',
      label: t('coverage'),
      cell: ({ coverage: { state, lacks } }) => (
        <CoverageMark complete={state === 'complete'} lacks={lacks} look="chips" />
      ),
    },
  ];
  return <PlainTable label={t('table')} columns={columns} rows={nodes} rowKey={(node) => node.id} />;
}

function Name({ node: { id, nodeId, name, hasDraft } }: { node: NodeRow }) {
  const t = useTranslations('workflows.detail.nodes');
  return (
    <>
      <NameLink href={`/nodes/${id}`} prefetch={false}>
        {name}
      </NameLink>
      {hasDraft ? (
        <Caution Shape={IconPencil} size={12} className={classes.draft}>
          {t('draft')}
        </Caution>
      ) : null}
      {name === nodeId ? null : <Below code>{nodeId}</Below>}
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
        {owner.from === 'workflow' ? <Below>{t('inherited')}</Below> : null}
      </>
    );
  if (!coverage.lacks.includes('owner')) return <Dim>{t('notNeeded')}</Dim>;
  return <Caution>{lacks('owner')}</Caution>;
}
