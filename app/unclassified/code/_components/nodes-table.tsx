import { Checkbox } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { ClassBadge } from '@/components/policy/class-badge';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import classes from './code.module.css';
import type { NodeItem } from './node-item';

/** Which nodes are chosen, and how one is. */
export interface Choosing {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

/** Nodes on which the code failed, and what each policy says of it; to be chosen where that makes sense. */
export function NodesTable({ nodes, choosing }: { nodes: readonly NodeItem[]; choosing?: Choosing }) {
  const t = useTranslations('unclassified.code.table');
  const format = useFormatter();
  const columns: PlainColumn<NodeItem>[] = [
    { key: 'node', label: t('node'), heading: true, cell: (node) => <Name node={node} choosing={choosing} /> },
    { key: 'owner', label: t('owner'), cell: ({ owner }) => owner?.name ?? <Caution>{t('noOwner')}</Caution> },
    { key: 'failures', label: t('failures'), align: 'end', cell: ({ failures }) => format.number(failures) },
    {
      key: 'executions',
      label: t('executions'),
      align: 'end',
      cell: ({ failedExecutions }) => format.number(failedExecutions),
    },
    {
      key: 'after',
      label: t('after'),
      align: 'end',
      cell: ({ after }) => (after === null ? <Dim>{t('noRetry')}</Dim> : t('afterValue', { ...after })),
    },
    { key: 'now', label: t('now'), cell: (node) => <Now node={node} /> },
  ];
  return <PlainTable label={t('label')} columns={columns} rows={nodes} rowKey={({ id }) => id} />;
}

function Name({ node: { id, name, workflowName, canCarryPolicy }, choosing }: { node: NodeItem; choosing?: Choosing }) {
  const t = useTranslations('unclassified.code.table');
  const words = (
    <span>
      <TextLink href={`/nodes/${id}`}>{name}</TextLink>
      <Below>{workflowName}</Below>
    </span>
  );
  if (!choosing) return words;
  return (
    <span className={classes.named}>
      <Checkbox
        size="xs"
        mt={2}
        checked={canCarryPolicy && choosing.chosen.has(id)}
        disabled={!canCarryPolicy}
        onChange={() => choosing.toggle(id)}
        aria-label={t('choose', { name })}
      />
      {words}
    </span>
  );
}

function Now({ node }: { node: NodeItem }) {
  const t = useTranslations('unclassified.code.table');
  const { standing, closedList, maxAttempts, draftBy, mayPublish, canCarryPolicy } = node;
  return (
    <>
      <Verdict standing={standing} closedList={closedList} />
      <span className={classes.notes}>
        <span>{maxAttempts === null ? t('noRetrySet') : t('attempts', { count: maxAttempts })}</span>
        {draftBy === null ? null : <Caution size={12}>{t('draft', { name: draftBy })}</Caution>}
        {canCarryPolicy ? null : <Caution size={12}>{t('closed')}</Caution>}
        {canCarryPolicy && !mayPublish ? <span>{t('foreign')}</span> : null}
      </span>
    </>
  );
}

function Verdict({ standing, closedList }: Pick<NodeItem, 'standing' | 'closedList'>) {
  const t = useTranslations('unclassified.code.table');
  if (standing === 'unknown') return <span>{t('unknown')}</span>;
  if (standing !== 'unclassified') return <ClassBadge failureClass={standing} />;
  return <span>{t(closedList ? 'list' : 'default')}</span>;
}
