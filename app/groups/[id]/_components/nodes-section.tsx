import { Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { CoverageParts } from '@/components/policy/coverage-parts';
import { NameLink, TextLink } from '@/components/ui/text-link';
import type { NodeListPage } from '@/lib/insight/node-list';
import classes from './nodes-section.module.css';

/** So many nodes are named; the list has them all. */
const FIRST = 8;

/** The nodes that a group owns or is told of: how many of them are proved, and first those with most left to do. */
export function NodesSection({
  slug,
  nodes: { rows, coverage },
}: {
  slug: string;
  nodes: Pick<NodeListPage, 'rows' | 'coverage'>;
}) {
  const t = useTranslations('proof.group');
  const list = `/nodes?group=${slug}`;
  const open = rows.filter(({ coverage: { state, idle } }) => !idle && state !== 'proven' && state !== 'simulated');
  return (
    <section aria-labelledby="nodes-title" id="nodes">
      <Title order={2} size="h4" id="nodes-title">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('hint')}
      </Text>
      {coverage.nodes === 0 ? (
        <Text size="sm">{t('none')}</Text>
      ) : (
        <>
          <CoverageParts counts={coverage} list={list} />
          {open.length > 0 ? (
            <ul className={classes.nodes}>
              {open.slice(0, FIRST).map(({ id, name, workflowName, coverage: each }) => (
                <li key={id} className={classes.node}>
                  <span className={classes.name}>
                    <NameLink href={`/nodes/${id}#proof`} prefetch={false}>
                      {name}
                    </NameLink>{' '}
                    <span className={classes.workflow}>{workflowName}</span>
                  </span>
                  <CoverageMark coverage={each} look="words" />
                </li>
              ))}
            </ul>
          ) : null}
          <Text size="sm" mt="xs">
            <TextLink href={`${list}&sort=coverage`}>{t('all', { count: coverage.nodes })}</TextLink>
          </Text>
        </>
      )}
    </section>
  );
}
