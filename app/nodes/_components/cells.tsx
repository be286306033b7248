import { IconAlertTriangle, IconPencil, IconRulerMeasure } from '@tabler/icons-react';
import Link from 'next/link';
import { type useFormatter, useTranslations } from 'next-intl';
import { ActionKindLabel } from '@/components/policy/action-kind';
import { CoverageMark } from '@/components/policy/coverage-mark';
import cells from '@/components/table/cells.module.css';
import { Sparkline } from '@/components/table/sparkline';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { StandardPart } from '@/lib/policy/vocabulary';
import classes from './cells.module.css';
import choice from './choice.module.css';
import { ChoiceBox } from './choice-box';
import type { NodeItem } from './node-item';

/** What cells say and how they write numbers: made once for all of them, each knows its own text by key. */
export interface CellWords {
  readonly t: ReturnType<typeof useTranslations<'nodes'>>;
  readonly format: ReturnType<typeof useFormatter>;
}

interface CellProps {
  readonly item: NodeItem;
  readonly words: CellWords;
}

/** The cell that names the row, with the box that chooses it for who may change something. */
export function ChoosableCell({ item, words }: CellProps) {
  return (
    <div className={choice.row}>
      <ChoiceBox id={item.id} label={words.t('choice.row', { name: item.name })} />
      <div>
        <NodeCell item={item} words={words} />
      </div>
    </div>
  );
}

const warn = `${cells.warn} ${classes.whole}`;

/** Name (the link that opens the row), id, and the workflow beneath. */
export function NodeCell({ item, words: { t } }: CellProps) {
  return (
    <>
      <Link href={`/nodes/${item.id}`} className={cells.name} prefetch={false} {...ROW_LINK}>
        {item.name}
      </Link>
      {item.hasDraft ? (
        <span className={classes.draft}>
          <IconPencil size={12} stroke={2} aria-hidden />
          {t('cells.draft')}
        </span>
      ) : null}
      <div className={`${cells.sub} ${classes.stack}`}>
        {item.name === item.nodeId ? null : <code className={cells.mono}>{item.nodeId}</code>}
        <span>{item.workflowName}</span>
      </div>
    </>
  );
}

/** Kinds of outbound actions, and the first target. */
export function DoesCell({ item, words: { t } }: CellProps) {
  const kinds = [...new Set(item.actions.map(({ kind }) => kind))];
  const targets = item.actions.flatMap(({ target }) => (target ? [target] : []));
  const [first] = targets;
  if (kinds.length === 0) return <Dim>{t('cells.noActions')}</Dim>;
  return (
    <>
      <div className={classes.kinds}>
        {kinds.map((kind) => (
          <ActionKindLabel key={kind} kind={kind} />
        ))}
      </div>
      {first ? (
        <div className={cells.sub}>
          <span className={classes.target}>{first}</span>
          {targets.length > 1 ? <span>{t('cells.moreActions', { count: targets.length - 1 })}</span> : null}
        </div>
      ) : null}
    </>
  );
}

/** What happens when it fails, in words. */
export function RetryCell({ item, words: { t } }: CellProps) {
  if (item.onFailure) {
    return item.coverage.lacks.includes('retry') ? <Dim>{item.onFailure}</Dim> : item.onFailure;
  }
  if (item.coverage.lacks.includes('invalid')) return <span className={warn}>{t('cells.invalidPolicy')}</span>;
  return t('cells.engineRetry');
}

/** The owner group, and whether it is the workflow's; its absence is the first thing to mend. */
export function OwnerCell({ item, words: { t } }: CellProps) {
  if (item.owner)
    return (
      <>
        {item.owner.name}
        {item.owner.inherited ? <div className={cells.sub}>{t('cells.inherited')}</div> : null}
      </>
    );
  if (!item.coverage.lacks.includes('owner')) return <Dim>{t('cells.ownerNotNeeded')}</Dim>;
  return (
    <span className={warn}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t('cells.noOwner')}
    </span>
  );
}

/** Failed attempts, and below them the executions that nothing recovered. */
export function FailuresCell({ item, words: { t, format } }: CellProps) {
  if (item.failures === 0) return <Dim>0</Dim>;
  return (
    <>
      <span className={classes.figure}>{format.number(item.failures)}</span>
      <div className={cells.sub}>{t('cells.final', { count: item.finalFailures })}</div>
    </>
  );
}

/** Failed attempts by day, and in a word which way they go. */
export function TrendCell({ item, words: { t, format } }: CellProps) {
  const { counts, trend, peak } = item.trend;
  if (!peak) return <Dim>{t('trend.none')}</Dim>;
  const day = format.dateTime(new Date(`${peak.day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <span className={cells.above}>
      <Sparkline counts={counts} label={t('trend.peak', { day, count: peak.failures })} />
      <span className={classes.trend}>{t(`trend.${trend}`)}</span>
    </span>
  );
}

/** Share of executions with a failure, with both numbers that it is made of. */
export function RateCell({ item, words: { t, format } }: CellProps) {
  if (item.rate === null) return <Dim>{t('cells.noExecutions')}</Dim>;
  const rate = format.number(item.rate, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      {item.failures === 0 ? <Dim>{rate}</Dim> : rate}
      <div className={cells.sub}>
        {t('cells.ofExecutions', { failed: item.failedExecutions, all: item.executions })}
      </div>
    </>
  );
}

export function LastCell({ item, words: { t }, now }: CellProps & { now: Date }) {
  if (!item.lastFailedAt) return <Dim>{t('cells.never')}</Dim>;
  return (
    <span className={cells.above}>
      <RelativeTime date={new Date(item.lastFailedAt)} now={now} style="narrow" />
    </span>
  );
}

/** How far it is, or each thing that it lacks; and in what it is not as the standard of its group says. */
export function CoverageCell({ item, words: { t, format } }: CellProps) {
  const terms = useTranslations('terms.standardPart');
  const { deviates = [], excused = [] } = item.standard ?? {};
  const parts = (each: readonly StandardPart[]) => format.list(each.map((part) => terms(part)));
  return (
    <>
      <CoverageMark coverage={item.coverage} look="words" />
      {deviates.length > 0 ? (
        <div className={cells.sub}>
          <span className={classes.deviates}>
            <IconRulerMeasure size={13} stroke={2} aria-hidden />
            {t('cells.deviates', { parts: parts(deviates) })}
          </span>
        </div>
      ) : null}
      {excused.length > 0 ? <div className={cells.sub}>{t('cells.excused', { parts: parts(excused) })}</div> : null}
    </>
  );
}
