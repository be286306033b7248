import { IconAlertTriangle, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { ActionKindLabel } from '@/components/policy/action-kind';
import { PhraseText } from '@/components/policy/phrase';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './cells.module.css';
import type { NodeItem } from './node-item';

/** Name (the link that opens the row), id, and the workflow beneath. */
export function NodeCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  return (
    <>
      <Link href={`/nodes/${item.id}`} className={classes.name} prefetch={false} {...ROW_LINK}>
        {item.name}
      </Link>
      {item.hasDraft ? (
        <span className={classes.draft}>
          <IconPencil size={12} stroke={2} aria-hidden />
          {t('draft')}
        </span>
      ) : null}
      <div className={`${classes.sub} ${classes.stack}`}>
        {item.name === item.nodeId ? null : <code className={classes.id}>{item.nodeId}</code>}
        <span>{item.workflowName}</span>
      </div>
    </>
  );
}

/** Kinds of outbound actions, and the first target. */
export function DoesCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  const kinds = [...new Set(item.actions.map(({ kind }) => kind))];
  const targets = item.actions.flatMap(({ target }) => (target ? [target] : []));
  const [first] = targets;
  if (kinds.length === 0) return <span className={classes.dim}>{t('noActions')}</span>;
  return (
    <>
      <div className={classes.kinds}>
        {kinds.map((kind) => (
          <ActionKindLabel key={kind} kind={kind} />
        ))}
      </div>
      {first ? (
        <div className={classes.sub}>
          <span className={classes.target}>{first}</span>
          {targets.length > 1 ? <span>{t('moreActions', { count: targets.length - 1 })}</span> : null}
        </div>
      ) : null}
    </>
  );
}

/** What happens when it fails, in words. */
export function RetryCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  if (item.onFailure)
    return (
      <span className={item.lacks.includes('retry') ? classes.dim : undefined}>
        <PhraseText phrase={item.onFailure} />
      </span>
    );
  if (item.lacks.includes('invalid')) return <span className={classes.warn}>{t('invalidPolicy')}</span>;
  return t('engineRetry');
}

/** The owner group, and whether it is the workflow's; its absence is the first thing to mend. */
export function OwnerCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  if (item.owner)
    return (
      <>
        {item.owner.name}
        {item.owner.inherited ? <div className={classes.sub}>{t('inherited')}</div> : null}
      </>
    );
  if (!item.lacks.includes('owner')) return <span className={classes.dim}>{t('ownerNotNeeded')}</span>;
  return (
    <span className={classes.warn}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t('noOwner')}
    </span>
  );
}

/** Failed attempts, and below them the executions that nothing recovered. */
export function FailuresCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  const format = useFormatter();
  if (item.failures === 0) return <span className={classes.dim}>0</span>;
  return (
    <>
      <span className={classes.figure}>{format.number(item.failures)}</span>
      <div className={classes.sub}>{t('final', { count: item.finalFailures })}</div>
    </>
  );
}

/** Share of executions with a failure, with both numbers that it is made of. */
export function RateCell({ item }: { item: NodeItem }) {
  const t = useTranslations('nodes.cells');
  const format = useFormatter();
  if (item.rate === null) return <span className={classes.dim}>{t('noExecutions')}</span>;
  return (
    <>
      <span className={item.failures === 0 ? classes.dim : undefined}>
        {format.number(item.rate, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
      </span>
      <div className={classes.sub}>{t('ofExecutions', { failed: item.failedExecutions, all: item.executions })}</div>
    </>
  );
}

export function LastCell({ item, now }: { item: NodeItem; now: Date }) {
  const t = useTranslations('nodes.cells');
  if (!item.lastFailedAt) return <span className={classes.dim}>{t('never')}</span>;
  return (
    <span className={classes.above}>
      <RelativeTime date={item.lastFailedAt} now={now} style="narrow" />
    </span>
  );
}

/** Complete, or each thing that it lacks, the most urgent first. */
export function CoverageCell({ item }: { item: NodeItem }) {
  const t = useTranslations('terms');
  if (item.complete)
    return (
      <span className={classes.good}>
        <IconCircleCheck size={15} stroke={2} aria-hidden />
        {t('coverage.complete')}
      </span>
    );
  return (
    <ul className={classes.lacks}>
      {item.lacks.map((lack) => (
        <li key={lack} className={classes.lack} data-urgent={lack === 'owner' || lack === 'invalid' ? '' : undefined}>
          {t(`lacks.${lack}`)}
        </li>
      ))}
    </ul>
  );
}
