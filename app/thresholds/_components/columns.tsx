import { Button, Checkbox } from '@mantine/core';
import { IconArrowsDiff, IconHourglass, IconPlant2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import cells from '@/components/table/cells.module.css';
import type { PlainColumn } from '@/components/table/plain-table';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { mayTake, type ThresholdListRow, thresholdKey } from '@/lib/insight/threshold-list';
import classes from './thresholds.module.css';

/** What can be done with rows; null = the reader may only look. */
export interface Taking {
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly take: (rows: readonly ThresholdListRow[]) => void;
  readonly busy: boolean;
}

const SHAPES = { drifted: IconArrowsDiff, ripe: IconPlant2, short: IconHourglass, current: IconHourglass };

/** Columns of the list. */
export function useThresholdColumns(taking: Taking | null, now: Date): PlainColumn<ThresholdListRow>[] {
  const t = useTranslations('thresholds');
  const select: PlainColumn<ThresholdListRow> = {
    key: 'select',
    label: t('columns.select'),
    cell: (row) => (taking && mayTake(row) ? <SelectCell row={row} taking={taking} /> : null),
  };
  return [
    ...(taking ? [select] : []),
    { key: 'node', label: t('columns.node'), heading: true, cell: (row) => <NodeCell row={row} /> },
    { key: 'code', label: t('columns.code'), cell: (row) => <CodeCell row={row} /> },
    { key: 'written', label: t('columns.written'), align: 'end', cell: (row) => <WrittenCell row={row} /> },
    { key: 'suggested', label: t('columns.suggested'), align: 'end', cell: (row) => <SuggestedCell row={row} /> },
    { key: 'state', label: t('columns.state'), cell: (row) => <StateCell row={row} now={now} /> },
    { key: 'take', label: t('columns.take'), cell: (row) => <TakeCell row={row} taking={taking} /> },
  ];
}

interface CellProps {
  readonly row: ThresholdListRow;
}

function SelectCell({ row, taking }: CellProps & { taking: Taking }) {
  const t = useTranslations('thresholds');
  const key = thresholdKey(row);
  return (
    <Checkbox
      className={cells.above}
      size="sm"
      aria-label={t('select.one', { node: row.nodeName, code: useCodeWords(row.code) })}
      aria-keyshortcuts="x"
      checked={taking.has(key)}
      onChange={() => taking.toggle(key)}
    />
  );
}

function NodeCell({ row }: CellProps) {
  const t = useTranslations('thresholds');
  return (
    <>
      <Link
        href={`/nodes/${row.nodeRowId}`}
        className={cells.name}
        prefetch={false}
        data-row={thresholdKey(row)}
        {...ROW_LINK}
      >
        {row.nodeName}
      </Link>
      <Below>
        {row.workflowName} · {row.ownerName ?? t('noOwner')}
      </Below>
    </>
  );
}

function CodeCell({ row: { code } }: CellProps) {
  const words = useCodeWords(code);
  return code === '*' ? <Dim>{words}</Dim> : <code className={cells.mono}>{code}</code>;
}

function WrittenCell({ row: { written, writtenSource } }: CellProps) {
  const t = useTranslations('thresholds');
  if (written === null || writtenSource === null) return <Dim>{t('nothing')}</Dim>;
  return (
    <>
      {t('perDay', { count: written })}
      <Below>{t(`source.${writtenSource}`)}</Below>
    </>
  );
}

function SuggestedCell({ row }: CellProps) {
  const t = useTranslations('thresholds');
  const format = useFormatter();
  const { suggested, failureCount, sampleSize, rateLow, rateHigh, windowDays: days } = row;
  const percent = (part: number) => format.number(part, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      {suggested === null ? <Dim>{t('tooLittle')}</Dim> : <strong>{t('perDay', { count: suggested })}</strong>}
      <Below>{t('sample', { failed: failureCount, executions: sampleSize, days })}</Below>
      {rateLow === null || rateHigh === null ? null : (
        <Below>{t('interval', { low: percent(rateLow), high: percent(rateHigh) })}</Below>
      )}
    </>
  );
}

function StateCell({ row: { state, since, measuredAt }, now }: CellProps & { now: Date }) {
  const t = useTranslations('thresholds');
  const Shape = SHAPES[state];
  return (
    <>
      <span className={classes.state} data-state={state}>
        <Shape size={15} stroke={1.9} aria-hidden />
        {t(`state.${state}`)}
      </span>
      <Below>
        {t.rich('since', { time: () => <RelativeTime date={new Date(since)} now={now} /> })}
        {' · '}
        {t.rich('measuredAt', { time: () => <RelativeTime date={new Date(measuredAt)} now={now} /> })}
      </Below>
    </>
  );
}

function TakeCell({ row, taking }: CellProps & { taking: Taking | null }) {
  const t = useTranslations('thresholds');
  const code = useCodeWords(row.code);
  const node = `/nodes/${row.nodeRowId}`;
  if (row.drafted)
    return (
      <span className={cells.above}>
        <TextLink href={node} label={t('take.publishOf', { node: row.nodeName })}>
          {t('take.publish')}
        </TextLink>
      </span>
    );
  const draft = row.draftBy === null ? null : <Below>{t('take.draftBy', { name: row.draftBy })}</Below>;
  if (taking === null || !mayTake(row)) return draft ?? <Dim>–</Dim>;
  return (
    <>
      <Button
        className={cells.above}
        variant="light"
        size="compact-sm"
        disabled={taking.busy}
        aria-label={t('take.of', { node: row.nodeName, code, count: row.suggested ?? 0 })}
        onClick={() => taking.take([row])}
      >
        {t('take.one')}
      </Button>
      {draft}
    </>
  );
}

/** A code as people read it; `*` in words. */
export function useCodeWords(code: string): string {
  const t = useTranslations('thresholds');
  return code === '*' ? t('anyCode') : code;
}
