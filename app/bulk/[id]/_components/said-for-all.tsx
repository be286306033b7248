import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PhraseText } from '@/components/policy/phrase';
import type { BulkChange } from '@/lib/workflows/bulk-change';
import { bulkWords } from '@/lib/workflows/bulk-words';
import classes from './bulk.module.css';

/** What is said for every node, in words. */
export function SaidForAll({
  changes,
  groupNames,
  handsOverTo,
}: {
  changes: readonly BulkChange[];
  groupNames: ReadonlyMap<string, string>;
  /** Name of the group whose members alone may change the nodes afterwards; null = nothing changes in that. */
  handsOverTo: string | null;
}) {
  const t = useTranslations('bulk');
  return (
    <section className={classes.said} aria-label={t('said')}>
      <dl className={classes.words}>
        {bulkWords(changes, { groupNames }).map(({ label, after }) => (
          <div key={JSON.stringify(label)}>
            <dt>
              <PhraseText phrase={label} />
            </dt>
            <dd>
              <PhraseText phrase={after} />
            </dd>
          </div>
        ))}
      </dl>
      {handsOverTo === null ? null : (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />}>
          {t('handsOver', { group: handsOverTo })}
        </Alert>
      )}
    </section>
  );
}
