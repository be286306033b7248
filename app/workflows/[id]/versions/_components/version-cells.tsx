import { IconCircleCheck, IconRestore } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { VersionRow } from '@/lib/workflows/versions-queries';
import classes from './versions.module.css';

/** Number of a version, whether it holds now, and whether it brought another back. */
export function VersionNumber({ row, current }: { row: VersionRow; current: number }) {
  const t = useTranslations('versions');
  const format = useFormatter();
  return (
    <>
      <span className={classes.inTable}>
        <span className="tabular">{format.number(row.version)}</span>
      </span>
      <span className={classes.inCard}>{t('compare.side', { version: row.version })}</span>
      {row.version === current ? (
        <span className={classes.current}>
          <IconCircleCheck size={13} stroke={2} aria-hidden />
          {t('current')}
        </span>
      ) : null}
      {row.restoredFrom === null ? null : (
        <span className={classes.restored}>
          <IconRestore size={13} stroke={2} aria-hidden />
          {t('restoredFrom', { version: row.restoredFrom })}
        </span>
      )}
    </>
  );
}

/** When it was published: how long ago, and on which day. */
export function VersionTime({ date, now }: { date: Date; now: Date }) {
  const format = useFormatter();
  return (
    <span className={classes.time}>
      <RelativeTime date={date} now={now} />
      <Below>{format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })}</Below>
    </span>
  );
}

/** What its author noted; the first version says that it came as a file. */
export function VersionNote({ row }: { row: VersionRow }) {
  const t = useTranslations('versions');
  if (row.note !== null) return <span className={`${classes.note} ${classes.noteRoom}`}>{row.note}</span>;
  return <span className={classes.noteRoom}>{row.version === 1 ? t('imported') : <Dim>{t('noNote')}</Dim>}</span>;
}

/** The nodes that it changed, by name. */
export function ChangedNodes({ row: { changed, changedCount } }: { row: VersionRow }) {
  const t = useTranslations('versions');
  if (changedCount === 0) return <Dim>{t('noNodes')}</Dim>;
  const more = changedCount - changed.length;
  return (
    <>
      <ul className={classes.inline}>
        {changed.map(({ nodeId, rowId, name }) => (
          <li key={nodeId}>
            {rowId === null ? nodeId : <TextLink href={`/nodes/${rowId}`}>{name ?? nodeId}</TextLink>}
          </li>
        ))}
        {more > 0 ? <li>{t('moreNodes', { count: more })}</li> : null}
      </ul>
      {changedCount > 1 ? <Below>{t('nodesCount', { count: changedCount })}</Below> : null}
    </>
  );
}
