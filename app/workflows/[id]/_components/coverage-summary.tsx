import { IconArrowRight, IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CoverageParts } from '@/components/policy/coverage-parts';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { countCoverage } from '@/lib/insight/coverage';
import type { NodeRow } from '@/lib/insight/node-row';
import classes from './coverage-summary.module.css';

/**
 * How far the workflow is: it is complete when each node is, proved or with nothing in it that can fail. As a sentence
 * and a bar, with what is left to do, and how often its nodes failed.
 */
export function CoverageSummary({ workflowId, nodes }: { workflowId: string; nodes: readonly NodeRow[] }) {
  const t = useTranslations('workflows.detail.coverage');
  const counts = countCoverage(nodes.map(({ coverage }) => coverage));
  const complete = counts.proven + counts.simulated + counts.idle;
  const failures = nodes.reduce((sum, node) => sum + node.failures, 0);
  const drafts = nodes.filter(({ hasDraft }) => hasDraft).length;
  const values = { complete, count: nodes.length, left: nodes.length - complete };
  return (
    <section className={classes.summary} aria-label={t('title')}>
      <div className={classes.progress}>
        <p className={classes.sentence}>{t('sentence', values)}</p>
        <meter
          className={classes.bar}
          min={0}
          max={Math.max(1, nodes.length)}
          value={complete}
          aria-label={t('bar', values)}
        />
      </div>
      <CoverageParts counts={counts} list={`/nodes?workflow=${workflowId}`} />
      <p className={classes.failures}>
        {t('failures', { count: failures })}
        {failures > 0 ? (
          <TextLink href={`/failures?workflow=${workflowId}`}>
            {t('open')} <IconArrowRight size={13} stroke={2} aria-hidden className={classes.arrow} />
          </TextLink>
        ) : null}
      </p>
      {drafts > 0 ? (
        <Caution Shape={IconPencil} size={13}>
          {t('drafts', { count: drafts })}
        </Caution>
      ) : null}
    </section>
  );
}
