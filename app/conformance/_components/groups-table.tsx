import { useFormatter, useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import { type ConformanceQuery, type GroupFindings, NO_OWNER } from '@/lib/insight/conformance-list';
import { conformanceHref } from '../search-params';
import { CountsTable } from './counts-table';

/** Findings by owner group; a figure narrows the list of nodes to what stands behind it. */
export function GroupsTable({
  groups,
  names,
  query,
}: {
  groups: readonly GroupFindings[];
  names: readonly { readonly slug: string; readonly name: string }[];
  query: ConformanceQuery;
}) {
  const t = useTranslations('conformance');
  const format = useFormatter();
  const rows = groups.map(({ owner, ...group }) => ({
    ...group,
    key: owner ?? NO_OWNER,
    name: owner === null ? t('groups.noOwner') : (names.find(({ slug }) => slug === owner)?.name ?? owner),
  }));
  const narrowed = { ...query, page: 1 };
  return (
    <CountsTable
      label={t('groups.title')}
      rows={rows}
      finding={query.finding}
      first={{
        label: t('groups.group'),
        cell: ({ key, name }) => <TextLink href={conformanceHref({ ...narrowed, group: key })}>{name}</TextLink>,
      }}
      more={[{ key: 'nodes', label: t('groups.nodes'), align: 'end', cell: ({ nodes }) => format.number(nodes) }]}
      hrefOf={({ key }, finding) => conformanceHref({ ...narrowed, group: key, finding: finding ?? query.finding })}
      labelOf={({ name }, finding, count) =>
        finding === null
          ? t('nodes.allOfGroup', { count, group: name })
          : t('nodes.ofGroup', { finding: t(`finding.${finding}`), count, group: name })
      }
    />
  );
}
