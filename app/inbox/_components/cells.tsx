import { Checkbox } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { ClassBadge } from '@/components/policy/class-badge';
import cells from '@/components/table/cells.module.css';
import type { PlainColumn } from '@/components/table/plain-table';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { InboxRow } from '@/lib/insight/inbox-list';
import classes from './cells.module.css';
import { StateMark, ToldMark } from './hand-off-marks';
import { whyWords } from './why';

export interface Selection {
  readonly has: (fingerprint: string) => boolean;
  readonly toggle: (fingerprint: string) => void;
}

/** Columns of the list; `selection` null = the reader may only look. */
export function useInboxColumns(selection: Selection | null, now: Date): PlainColumn<InboxRow>[] {
  const t = useTranslations('inbox');
  const select: PlainColumn<InboxRow> = {
    key: 'select',
    label: t('columns.select'),
    cell: (row) => (selection && row.mayWork ? <SelectCell row={row} selection={selection} /> : null),
  };
  return [
    ...(selection ? [select] : []),
    { key: 'node', label: t('columns.node'), heading: true, cell: (row) => <NodeCell row={row} /> },
    { key: 'code', label: t('columns.code'), cell: (row) => <CodeCell row={row} /> },
    { key: 'waiting', label: t('columns.waiting'), align: 'end', cell: (row) => <CountCell row={row} /> },
    { key: 'times', label: t('columns.times'), cell: (row) => <TimesCell row={row} now={now} /> },
    { key: 'owner', label: t('columns.owner'), cell: (row) => <OwnerCell row={row} /> },
    { key: 'state', label: t('columns.state'), cell: (row) => <StateCell row={row} /> },
    { key: 'told', label: t('columns.told'), cell: (row) => <ToldMark told={row.told} /> },
  ];
}

interface CellProps {
  readonly row: InboxRow;
}

function SelectCell({ row, selection }: CellProps & { selection: Selection }) {
  const t = useTranslations('inbox.cells');
  const code = useCodeWords(row.code);
  return (
    <Checkbox
      className={cells.above}
      size="sm"
      aria-label={t('select', { node: row.node, code })}
      aria-keyshortcuts="x"
      checked={selection.has(row.fingerprint)}
      onChange={() => selection.toggle(row.fingerprint)}
    />
  );
}

function NodeCell({ row }: CellProps) {
  return (
    <>
      <Link
        href={`/inbox/${row.id}`}
        className={cells.name}
        prefetch={false}
        data-fingerprint={row.fingerprint}
        {...ROW_LINK}
      >
        {row.node}
      </Link>
      <div className={`${cells.sub} ${classes.stack}`}>
        {row.node === row.nodeId ? null : <code className={cells.mono}>{row.nodeId}</code>}
        <span>{row.workflow}</span>
      </div>
    </>
  );
}

function CodeCell({ row }: CellProps) {
  const t = useTranslations('inbox');
  const code = useCodeWords(row.code);
  return (
    <div className={classes.code}>
      <div className={classes.line}>
        {row.code ? <code className={cells.mono}>{code}</code> : <Dim>{code}</Dim>}
        <ClassBadge failureClass={row.failureClass} unclassified={row.unclassified} />
      </div>
      <div className={cells.sub}>{whyWords(t, row)}</div>
      {row.message ? (
        <div className={classes.message} title={row.message}>
          {row.message}
        </div>
      ) : null}
    </div>
  );
}

function CountCell({ row }: CellProps) {
  const t = useTranslations('inbox.cells');
  const format = useFormatter();
  return (
    <>
      {row.waiting === 0 ? <Dim>{t('settled')}</Dim> : <strong>{format.number(row.waiting)}</strong>}
      {row.total > row.waiting ? <div className={cells.sub}>{t('total', { count: row.total })}</div> : null}
    </>
  );
}

function TimesCell({ row, now }: CellProps & { now: Date }) {
  const t = useTranslations('inbox.cells');
  const format = useFormatter();
  const first = new Date(row.firstAt);
  return (
    <>
      <RelativeTime date={new Date(row.lastAt)} now={now} />
      {row.firstAt === row.lastAt ? null : (
        <div className={cells.sub} title={format.dateTime(first, { dateStyle: 'full', timeStyle: 'medium' })}>
          {t('since', { when: format.relativeTime(first, { now }) })}
        </div>
      )}
    </>
  );
}

function OwnerCell({ row }: CellProps) {
  const t = useTranslations('inbox.cells');
  return (
    <>
      {row.owner ? row.owner.name : <span className={`${cells.warn} ${classes.noOwner}`}>{t('noOwner')}</span>}
      {row.told === 'group_missing' ? <div className={cells.sub}>{t('noGroup')}</div> : null}
      {row.assignee ? (
        <div className={cells.sub}>
          <span className={classes.assignee}>
            <IconUser size={13} stroke={1.8} aria-hidden />
            {t('assigned', { name: row.assignee })}
          </span>
        </div>
      ) : null}
    </>
  );
}

function StateCell({ row }: CellProps) {
  const t = useTranslations('inbox.cells');
  return (
    <>
      <StateMark state={row.state} />
      {row.state === 'open' && row.acknowledged > 0 ? (
        <div className={cells.sub}>{t('seen', { count: row.acknowledged })}</div>
      ) : null}
    </>
  );
}

/** A code as it is said: none and the empty one in words. */
export function useCodeWords(code: string | null): string {
  const t = useTranslations('inbox.cells');
  const c = useTranslations('common.values');
  if (code === null) return c('noCode');
  return code === '' ? t('emptyCode') : code;
}
