import { IconPencil } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { LossList } from '@/components/policy/loss-list';
import type { RestoreNode } from '@/lib/workflows/version-restore-queries';
import { useAuthorName } from '../../_components/author';
import { ChangeTable } from '../../_components/change-table';
import { countLines, LineChanges } from '../../_components/line-changes';
import classes from '../../_components/versions.module.css';
import restore from './restore.module.css';

/** What restoring one node changes: whose draft stays, the words, and the lines below them. */
export function RestoreChange({
  node: { name, before, after, files, losses, draft },
  owner,
  groupNames,
}: {
  node: RestoreNode;
  owner: string | null;
  groupNames: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('versions');
  const format = useFormatter();
  const authorName = useAuthorName();
  const lines = files.map(countLines).reduce((sum, { added, removed }) => sum + added + removed, 0);
  return (
    <>
      {draft ? (
        <p className={restore.draft}>
          <IconPencil size={14} stroke={2} aria-hidden />
          {t('restoring.draft', {
            who: authorName(draft.by),
            at: format.dateTime(draft.at, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      ) : null}
      <ChangeTable
        label={t('compare.changes', { node: name })}
        sides={{ before: t('restoring.now'), after: t('restoring.after') }}
        before={before}
        after={after}
        owners={{ before: owner, after: owner }}
        groupNames={groupNames}
      />
      {lines > 0 ? (
        <details className={classes.more}>
          <summary>{t('restoring.lines', { count: lines })}</summary>
          {files.map((file) => (
            <LineChanges key={file.name} file={file} named />
          ))}
        </details>
      ) : null}
      {losses.length > 0 ? <LossList losses={losses} /> : null}
    </>
  );
}
