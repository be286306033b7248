import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
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
            <span className={classes.warn}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              {list('noOwner')}
            </span>
          ) : (
            (groups.find((group) => group.slug === owner)?.name ?? owner)
          )}
          <span className={classes.sub}>{t('ownerHint')}</span>
        </dd>
      </div>
      <div>
        <dt>{t('facts.format')}</dt>
        <dd>
          {formatLabel}
          <span className={classes.sub}>{workflow.fileName}</span>
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
          <span className={classes.sub}>
            <RelativeTime date={workflow.updatedAt} now={now} />
          </span>
        </dd>
      </div>
    </dl>
  );
}
