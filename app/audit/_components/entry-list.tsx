import { useFormatter, useTranslations } from 'next-intl';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { AuditEntry } from '@/lib/audit/entry';
import { factsOf } from '@/lib/audit/entry-text';
import { actionWords, kindWords, roleWords, viaWords } from '../entry-words';
import { auditHref } from '../search-params';
import classes from './audit.module.css';
import { EntryChange } from './entry-change';
import { subjectHref } from './subject-href';

const SHOWN_NODES = 3;

/** What was done, one entry each: when, who, what on what; both sides are folded away unless `open`. */
export function EntryList({
  entries,
  now,
  open = false,
}: {
  entries: readonly AuditEntry[];
  now: Date;
  open?: boolean;
}) {
  const t = useTranslations('audit');
  return (
    <ol className={classes.entries} aria-label={t('list')}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <When at={entry.at} now={now} />
          <Who entry={entry} />
          <div className={classes.what}>
            <What entry={entry} />
            <EntryChange entry={entry} open={open} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function When({ at, now }: { at: Date; now: Date }) {
  const format = useFormatter();
  return (
    <div className={classes.when}>
      <RelativeTime date={at} now={now} />
      <Below>{format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}</Below>
    </div>
  );
}

function Who({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('audit');
  const c = useTranslations('common');
  const { actorName, actorRole, via, ip } = entry;
  return (
    <div className={classes.who}>
      {actorName}
      <Below>
        {roleWords({ t, c }, actorRole)} · {viaWords({ t, c }, via)}
        {ip === null ? null : ` · ${t('entry.ip', { ip })}`}
      </Below>
    </div>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('audit');
  const c = useTranslations('common');
  const { action, subjectKind, subjectId, subjectName } = entry;
  const { version, restoredFrom, note, nodes } = factsOf(entry.before, entry.after);
  const shown = nodes.slice(0, SHOWN_NODES);
  const rest = nodes.length - shown.length;
  const names = [...shown, ...(rest > 0 ? [t('entry.moreNodes', { count: rest })] : [])].join(', ');
  return (
    <>
      <div>
        <strong>{actionWords({ t, c }, action)}</strong>
      </div>
      <div className={classes.subject}>
        <Dim>{kindWords({ t, c }, subjectKind)}</Dim> <SubjectName entry={entry} />{' '}
        <span className={classes.about}>
          <TextLink
            href={auditHref({ id: subjectId })}
            label={t('entry.aboutLabel', { name: subjectName || subjectId })}
          >
            {t('entry.about')}
          </TextLink>
        </span>
      </div>
      {nodes.length > 0 ? <Below>{t('entry.nodes', { count: nodes.length, names })}</Below> : null}
      {entry.after !== null && version !== null ? (
        <Below>
          {t('entry.version', { version })}
          {restoredFrom === null ? null : `, ${t('entry.restored', { version: restoredFrom })}`}
        </Below>
      ) : null}
      {note === null ? null : <Below>{t('entry.note', { note })}</Below>}
    </>
  );
}

function SubjectName({ entry }: { entry: AuditEntry }) {
  const name = entry.subjectName || entry.subjectId;
  const href = subjectHref(entry);
  return href === null ? name : <TextLink href={href}>{name}</TextLink>;
}
