import { useFormatter, useTranslations } from 'next-intl';
import { DiffView } from '@/components/policy/diff-view';
import { Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { AuditEntry } from '@/lib/audit/entry';
import { sideText } from '@/lib/audit/entry-text';
import { diffFile } from '@/lib/workflows/line-diff';
import { actionWords } from '../entry-words';
import classes from './audit.module.css';

/** What stood before and what stands since, line by line, behind a fold that may stand open. */
export function EntryChange({ entry, open }: { entry: AuditEntry; open: boolean }) {
  const t = useTranslations('audit.entry');
  const { id, before, after, leftOut } = entry;
  if (leftOut)
    return (
      <div className={classes.long}>
        <TextLink href={`/audit/${id}`}>{t('long')}</TextLink>
      </div>
    );
  if (before === null && after === null) return null;
  return (
    <details className={classes.change} open={open}>
      <summary>{t(titleOf(entry))}</summary>
      <Lines entry={entry} />
    </details>
  );
}

function Lines({ entry }: { entry: AuditEntry }) {
  const all = useTranslations('audit');
  const t = useTranslations('audit.entry');
  const c = useTranslations('common');
  const format = useFormatter();
  const { action, subjectName, at, before, after } = entry;
  const when = format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' });
  const name = t('region', { what: actionWords({ t: all, c }, action), name: subjectName, when });
  const file = diffFile(name, sideText(before), sideText(after));
  return file.hunks.length === 0 ? <Dim>{t('same')}</Dim> : <DiffView files={[file]} named={false} />;
}

function titleOf({ before, after }: AuditEntry): 'details' | 'detailsNew' | 'detailsGone' {
  if (before === null) return 'detailsNew';
  return after === null ? 'detailsGone' : 'details';
}
