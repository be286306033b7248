import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { codeHref } from '@/app/unclassified/search-params';
import { ClassBadge } from '@/components/policy/class-badge';
import cells from '@/components/table/cells.module.css';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './cells.module.css';
import type { FailureLine } from './failure-item';

/** What a line opens: nothing, or the workflows that share it. */
export interface Expansion {
  readonly open: boolean;
  readonly count: number;
  readonly toggle: () => void;
}

/** The node (a link to it, or a button that opens its workflows), its id and its workflow. */
export function NodeCell({ line, expansion }: { line: FailureLine; expansion: Expansion | null }) {
  const t = useTranslations('failures.table');
  return (
    <div className={line.kind === 'part' ? `${classes.node} ${classes.part}` : classes.node}>
      <Title line={line} expansion={expansion} />
      <div className={cells.sub}>
        {line.nodeId === null ? null : <code className={cells.mono}>{line.nodeId}</code>}
        {line.workflowName === null ? null : <span>{line.workflowName}</span>}
        {expansion ? <span>{t('sharedBy', { count: expansion.count })}</span> : null}
        {line.elsewhere > 0 ? <span>{t('elsewhere', { workflows: line.elsewhere })}</span> : null}
      </div>
    </div>
  );
}

function Title({ line, expansion }: { line: FailureLine; expansion: Expansion | null }) {
  const t = useTranslations('failures.table');
  if (line.href !== null)
    return (
      <Link href={line.href} className={cells.name} prefetch={false} {...ROW_LINK}>
        {line.title}
      </Link>
    );
  if (expansion === null) return <span className={cells.plainName}>{line.title}</span>;
  const Icon = expansion.open ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={cells.name}
      aria-expanded={expansion.open}
      title={expansion.open ? t('close') : t('open', { count: expansion.count })}
      onClick={expansion.toggle}
      {...ROW_LINK}
    >
      <Icon size={15} stroke={2} aria-hidden className={classes.chevron} />
      {line.title}
    </button>
  );
}

/** The code as the log has it; a missing one and an empty one are told in words. */
export function CodeCell({ line }: { line: FailureLine }) {
  const t = useTranslations('failures.table');
  const c = useTranslations('common.values');
  if (line.errorCode === null) return <Dim>{c('noCode')}</Dim>;
  if (line.errorCode === '') return <Dim>{t('emptyCode')}</Dim>;
  return <code className={`${cells.mono} ${classes.code}`}>{line.errorCode}</code>;
}

/** What the node's policy makes of the code: one badge, or one for each answer of its workflows. */
export function ClassCell({ line }: { line: FailureLine }) {
  const t = useTranslations('failures.table');
  const c = useTranslations('common.values');
  return (
    <div className={classes.badges}>
      {line.verdicts.map((verdict) => {
        if (verdict === 'absent' || verdict === 'invalid')
          return (
            <Dim key={verdict} title={t(`${verdict}Hint`)}>
              {t(verdict)}
            </Dim>
          );
        if (verdict !== 'unclassified') return <ClassBadge key={verdict} failureClass={verdict} />;
        return (
          <Link
            key={verdict}
            href={codeHref({ code: line.errorCode })}
            prefetch={false}
            className={classes.decide}
            aria-label={t('decide', { code: line.errorCode ?? c('noCode') })}
            title={t('decide', { code: line.errorCode ?? c('noCode') })}
          >
            <ClassBadge failureClass="terminal" unclassified />
          </Link>
        );
      })}
    </div>
  );
}

/** A figure, as a link to the rows that it counts. */
export function CountCell({ value, href, strong = false }: { value: number; href: string; strong?: boolean }) {
  const format = useFormatter();
  if (value === 0) return <Dim>{format.number(value)}</Dim>;
  return (
    <Link href={href} prefetch={false} className={strong ? `${classes.rows} ${classes.figure}` : classes.rows}>
      {format.number(value)}
    </Link>
  );
}

/** The rate, and below it the executions that failed with the code. */
export function RateCell({ line, href }: { line: FailureLine; href: string }) {
  const t = useTranslations('failures.table');
  const c = useTranslations('common.values');
  const format = useFormatter();
  return (
    <>
      {line.rate === null ? (
        <Dim>{c('unknown')}</Dim>
      ) : (
        format.number(line.rate, { style: 'percent', maximumFractionDigits: line.rate < 0.01 ? 2 : 1 })
      )}
      <div className={cells.sub}>
        <Link href={href} prefetch={false} className={classes.rows}>
          {t('failedExecutions', { count: line.failedExecutions })}
        </Link>
      </div>
    </>
  );
}

/** Day and time; of the latest how long ago, and the day. */
export function SeenCell({ date, now }: { date: Date; now?: Date }) {
  const format = useFormatter();
  const day = { day: 'numeric', month: 'short' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (now)
    return (
      <div className={`${cells.above} ${classes.time}`}>
        <RelativeTime date={date} now={now} />
        <div className={cells.sub}>{format.dateTime(date, day)}</div>
      </div>
    );
  return (
    <time
      dateTime={date.toISOString()}
      title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'medium' })}
      className={`${cells.above} ${classes.time}`}
    >
      {format.dateTime(date, day)}
      <span className={cells.sub}>{format.dateTime(date, time)}</span>
    </time>
  );
}

/** Who owns the node; nobody is marked, unless Failpath does not know the workflow at all. */
export function OwnerCell({ line }: { line: FailureLine }) {
  const t = useTranslations('failures.table');
  return (
    <div className={classes.owners}>
      {line.owners.map((owner) => (
        <span key={owner}>{owner}</span>
      ))}
      {line.unowned === 'nobody' ? (
        <span className={cells.warn}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          {t('noOwner')}
        </span>
      ) : null}
      {line.unowned === 'not known' ? <Dim>{t('absent')}</Dim> : null}
    </div>
  );
}
