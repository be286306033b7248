import { useFormatter, useTranslations } from 'next-intl';
import type { FailureFacts } from '@/lib/insight/failure-entries';
import type { FailureChoice } from '@/lib/insight/failure-query';
import { MY_GROUPS, NO_OWNER, OWNER_NOT_KNOWN } from '@/lib/insight/failure-query';
import classes from './choice-list.module.css';
import { dayText } from './period-text';

/** What the figures are narrowed to, in words; on a page that has fields for it, on paper only. */
export function ChoiceList({
  query,
  workflowName,
  owners,
  more = [],
  onlyOnPaper = false,
}: {
  query: Pick<FailureChoice, 'search' | 'owner' | 'standing' | 'day'>;
  /** Null = all workflows. */
  workflowName: string | null;
  owners: FailureFacts['groups'];
  more?: readonly { readonly label: string; readonly value: string }[];
  onlyOnPaper?: boolean;
}) {
  const t = useTranslations('failures');
  const format = useFormatter();
  const { search, owner, standing, day } = query;
  const ownerNames = new Map([
    [NO_OWNER, t('filter.noOwner')],
    [OWNER_NOT_KNOWN, t('filter.ownerNotKnown')],
    [MY_GROUPS, t('filter.myGroups')],
    ...owners.map(({ slug, name }) => [slug, name] as const),
  ]);
  const choices = [
    ...more,
    { label: t('filter.workflow'), value: workflowName },
    { label: t('filter.owner'), value: owner === null ? null : (ownerNames.get(owner) ?? owner) },
    { label: t('columns.class'), value: standing === null ? null : t(`filter.standing.${standing}`) },
    { label: t('day.label'), value: day === null ? null : dayText(format, day) },
    { label: t('filter.searched'), value: search === '' ? null : search },
  ].filter(({ value }) => value !== null);
  if (choices.length === 0) return null;
  return (
    <dl className={onlyOnPaper ? `${classes.list} ${classes.paper}` : classes.list}>
      {choices.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
