import { IconArrowRight, IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CoverageShape } from '@/components/policy/coverage-shape';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { type CoverageCounts, countCoverage } from '@/lib/insight/coverage';
import type { NodeFilter } from '@/lib/insight/node-list';
import type { NodeRow } from '@/lib/insight/node-row';
import classes from './coverage-summary.module.css';

/** Which nodes a part stands for, where the list can show them alone. */
const FILTER_OF = {
  proven: 'proved',
  simulated: 'proved',
  idle: null,
  stale: 'stale',
  configured: 'configured',
  incomplete: 'incomplete',
} as const satisfies Partial<Record<keyof CoverageCounts, NodeFilter | null>>;
const PARTS = ['proven', 'simulated', 'idle', 'stale', 'configured', 'incomplete'] as const;

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
      <Parts workflowId={workflowId} counts={counts} />
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

function Parts({ workflowId, counts }: { workflowId: string; counts: CoverageCounts }) {
  const t = useTranslations('workflows.detail.coverage.parts');
  const shown = PARTS.filter((part) => counts[part] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label={t('label')}>
      {shown.map((part) => (
        <li key={part}>
          <CoverageShape standing={part === 'idle' ? 'quiet' : part} size={14} />
          <Part href={hrefOf(workflowId, part)}>{t(part, { count: counts[part] })}</Part>
        </li>
      ))}
    </ul>
  );
}

function Part({ href, children }: { href: string | null; children: string }) {
  return href === null ? <span>{children}</span> : <TextLink href={href}>{children}</TextLink>;
}

function hrefOf(workflowId: string, part: (typeof PARTS)[number]): string | null {
  const filter = FILTER_OF[part];
  return filter === null ? null : `/nodes?workflow=${workflowId}&show=${filter}`;
}
