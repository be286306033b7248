import { Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import { conformanceList, type NodeFindings } from '@/lib/insight/conformance-list';
import { conformanceHref } from '../search-params';
import { NodesTable } from './nodes-table';

const MOST_NODES = 10;

/** How the runs of a group's nodes kept to their rules in the last 30 days: the worst nodes, and the way to all. */
export function ConformanceSection({
  group,
  nodes,
  reading,
  now,
}: {
  group: { readonly slug: string; readonly name: string };
  nodes: readonly NodeFindings[];
  /** The history is still being read. */
  reading: boolean;
  now: Date;
}) {
  const t = useTranslations('conformance.onGroup');
  const query = { finding: null, workflow: null, group: null, period: null, sort: 'findings', page: 1 } as const;
  const { rows, matches } = conformanceList(nodes, query, 'en');
  return (
    <section aria-labelledby="conformance-title">
      <Title order={2} size="h5" id="conformance-title">
        {t('title')}
      </Title>
      {matches === 0 ? (
        <Text size="sm">{t(reading ? 'reading' : 'none')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('hint')} <TextLink href={conformanceHref({ group: group.slug })}>{t('more')}</TextLink>
          </Text>
          <NodesTable nodes={rows.slice(0, MOST_NODES)} names={[group]} query={query} now={now} />
        </>
      )}
    </section>
  );
}
