import { useFormatter, useTranslations } from 'next-intl';
import { ClientMessages } from '@/components/ui/client-messages';
import { Below, Caution } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { WorkflowDetail } from '@/lib/workflows/queries';
import { EngineVersion } from './engine-version';
import classes from './workflow.module.css';

/** What the workflow is, whose, and since when it stands so. */
export function Facts({
  workflow,
  format: formatLabel,
  groups,
  now,
  versions,
  mayChange,
}: {
  workflow: WorkflowDetail;
  format: string;
  groups: readonly { readonly slug: string; readonly name: string }[];
  now: Date;
  /** Versions of the engine between which its retries differ, newest first. */
  versions: readonly string[];
  mayChange: boolean;
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
      {versions.length > 0 ? (
        <div>
          <dt>{t('facts.engineVersion')}</dt>
          <dd>
            <ClientMessages namespaces={['workflows']}>
              <EngineVersion
                workflowId={workflow.id}
                value={workflow.engineVersion}
                versions={versions}
                format={formatLabel}
                mayChange={mayChange}
              />
            </ClientMessages>
          </dd>
        </div>
      ) : null}
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
