import { useFormatter, useTranslations } from 'next-intl';
import { Below, Caution } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { WorkflowDetail } from '@/lib/workflows/queries';
import classes from './workflow.module.css';

/** What the workflow is, whose, and since when it stands so. */
export function Facts({
  workflow,
  format: formatLabel,
  groups,
  now,
}: {
  workflow: WorkflowDetail;
  format: string;
  groups: readonly { readonly slug: string; readonly name: string }[];
  now: Date;
}) {
  const t = useTranslations('workflows.detail');
  const list = useTranslations('workflows');
  const format = useFormatter();
  const { owner } = workflow;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('facts.owner')}</dt>
        <dd>
          {owner === null ? (
            <Caution>{list('noOwner')}</Caution>
          ) : (
            (groups.find((group) => group.slug === owner)?.name ?? owner)
          )}
          <Below>{t('ownerHint')}</Below>
        </dd>
      </div>
      <div>
        <dt>{t('facts.format')}</dt>
        <dd>
          {formatLabel}
          <Below>{workflow.fileName}</Below>
        </dd>
      </div>
      <div>
        <dt>{t('facts.key')}</dt>
        <dd>
          <code>{workflow.key}</code>
        </dd>
      </div>
      <div>
        <dt>{t('facts.version')}</dt>
        <dd>
          <span className="tabular">{format.number(workflow.version)}</span>
          <Below>
            <RelativeTime date={workflow.updatedAt} now={now} />
          </Below>
        </dd>
      </div>
    </dl>
  );
}
