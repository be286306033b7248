import { Box } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { TextLink } from '@/components/ui/text-link';
import { conformanceOfNode, judgingProgress } from '@/lib/history/conformance-queries';
import type { Scope } from '@/lib/history/sql-queries';
import { totalOf } from '@/lib/insight/conformance-list';
import { findingsHref } from '../search-params';
import classes from './conformance.module.css';

/** How a node's runs kept to its rules in the last 30 days, in one line, with the way to the findings. */
export async function ConformanceLine({ workflowId, scope }: { workflowId: string; scope: Required<Scope> }) {
  const ctx = await contextFor('read');
  const [t, counts, progress] = await Promise.all([
    getTranslations('conformance.onNode'),
    conformanceOfNode(ctx, scope),
    judgingProgress(ctx),
  ]);
  const count = totalOf(counts);
  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="sm">
      <p className={classes.line}>
        {t(progress.percent < 100 ? 'reading' : 'line', { count })}
        {count > 0 ? (
          <>
            {' · '}
            <TextLink href={findingsHref({ workflow: workflowId, node: scope.nodeId })}>{t('link')}</TextLink>
          </>
        ) : null}
      </p>
    </Box>
  );
}
