import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { LOCAL_OWNER } from '@/lib/accounts/auth';
import type { NodeRow } from '@/lib/insight/node-row';
import type { WorkflowDetail } from '@/lib/workflows/queries';
import classes from './workflow.module.css';

type Version = WorkflowDetail['versions'][number];

const MAX_NODES = 6;
/** As many as the query returns. */
const MAX_VERSIONS = 50;

/** Who published what and when; the newest holds now. */
export function VersionsTable({
  versions,
  current,
  nodes,
  now,
}: {
  versions: readonly Version[];
  current: number;
  nodes: readonly NodeRow[];
  now: Date;
}) {
  const t = useTranslations('workflows.detail.versions');
  const common = useTranslations('common');
  const format = useFormatter();
  const columns: PlainColumn<Version>[] = [
    {
      key: 'version',
      label: t('version'),
      heading: true,
      cell: ({ version }) => (
        <>
          <span className="tabular">{format.number(version)}</span>
          {version === current ? (
            <span className={classes.current}>
              <IconCircleCheck size={13} stroke={2} aria-hidden />
              {t('current')}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'who',
      label: t('who'),
      cell: ({ publishedBy }) => (publishedBy === LOCAL_OWNER.name ? common('local') : publishedBy),
    },
    { key: 'when', label: t('when'), cell: ({ publishedAt }) => <RelativeTime date={publishedAt} now={now} /> },
    { key: 'nodes', label: t('nodes'), cell: ({ changed }) => <Changed changed={changed} nodes={nodes} /> },
  ];
  if (versions.some(({ note }) => note !== null))
    columns.push({
      key: 'note',
      label: t('note'),
      cell: ({ note }) => note ?? <Dim>{common('values.none')}</Dim>,
    });
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={versions} rowKey={(row) => String(row.version)} />
      {versions.length === MAX_VERSIONS ? (
        <Text size="sm" c="dimmed">
          {t('older', { count: MAX_VERSIONS })}
        </Text>
      ) : null}
    </>
  );
}

function Changed({ changed, nodes }: { changed: readonly string[]; nodes: readonly NodeRow[] }) {
  const t = useTranslations('workflows.detail.versions');
  if (changed.length === 0) return <Dim>{t('none')}</Dim>;
  const rows = new Map(nodes.map((node) => [node.nodeId, node]));
  return (
    <ul className={classes.inline}>
      {changed.slice(0, MAX_NODES).map((nodeId) => {
        const node = rows.get(nodeId);
        return <li key={nodeId}>{node ? <TextLink href={`/nodes/${node.id}`}>{node.name}</TextLink> : nodeId}</li>;
      })}
      {changed.length > MAX_NODES ? <li>{t('more', { count: changed.length - MAX_NODES })}</li> : null}
    </ul>
  );
}
