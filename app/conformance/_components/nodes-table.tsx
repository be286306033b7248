import { useTranslations } from 'next-intl';
import { Below } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { ConformanceList, ConformanceQuery } from '@/lib/insight/conformance-list';
import type { FindingKind } from '@/lib/judge/finding';
import { findingsHref } from '../search-params';
import { CountsTable } from './counts-table';

/** Nodes with findings; each figure opens the findings that it counts. */
export function NodesTable({
  nodes,
  names,
  query,
  now,
}: {
  nodes: ConformanceList['rows'];
  names: readonly { readonly slug: string; readonly name: string }[];
  query: Pick<ConformanceQuery, 'finding' | 'period'>;
  now: Date;
}) {
  const t = useTranslations('conformance');
  const rows = nodes.map((node) => ({
    ...node,
    key: JSON.stringify([node.workflowId, node.workflowName, node.nodeId]),
  }));
  type Row = (typeof rows)[number];
  const hrefOf = ({ workflowId, nodeId }: Row, finding: FindingKind | null) =>
    workflowId === null
      ? null
      : findingsHref({ workflow: workflowId, node: nodeId, finding: finding ?? query.finding, period: query.period });
  return (
    <CountsTable<Row>
      label={t('nodes.title')}
      rows={rows}
      finding={query.finding}
      first={{
        label: t('nodes.node'),
        cell: (row) => (
          <>
            <Name row={row} href={hrefOf(row, null)} />
            <Below>
              {row.workflowName}
              {' · '}
              {row.owner === null
                ? t('groups.noOwner')
                : (names.find(({ slug }) => slug === row.owner)?.name ?? row.owner)}
            </Below>
          </>
        ),
      }}
      more={[{ key: 'last', label: t('nodes.last'), cell: ({ lastAt }) => <RelativeTime date={lastAt} now={now} /> }]}
      hrefOf={hrefOf}
      labelOf={({ nodeName: node }, finding, count) =>
        finding === null
          ? t('nodes.all', { count, node })
          : t('nodes.of', { finding: t(`finding.${finding}`), count, node })
      }
    />
  );
}

function Name({ row: { nodeName }, href }: { row: { readonly nodeName: string }; href: string | null }) {
  return href === null ? nodeName : <TextLink href={href}>{nodeName}</TextLink>;
}
