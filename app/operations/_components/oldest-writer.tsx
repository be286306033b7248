import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import type { OperationsStatus } from '@/lib/operations/status';
import classes from './operations.module.css';

type Status = Pick<OperationsStatus, 'at' | 'oldestWriter' | 'hiddenWriter'>;

/** The transaction that reading waits for: what was written after it began is not read before it ends. */
export function OldestWriter({ status: { at, oldestWriter, hiddenWriter } }: { status: Status }) {
  const t = useTranslations('operations.writer');
  if (hiddenWriter) return <p className={classes.line}>{t('hidden')}</p>;
  if (oldestWriter === null) return <p className={classes.line}>{t('none')}</p>;
  const { pid, application, database, state, since } = oldestWriter;
  const who = { application: application === '' ? t('unnamed') : application, database, state };
  return (
    <p className={classes.line}>
      {pid === null ? t('prepared', who) : t('running', { ...who, pid: String(pid) })}{' '}
      <RelativeTime date={since} now={at} />
    </p>
  );
}
