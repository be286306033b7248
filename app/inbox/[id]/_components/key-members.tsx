import { useTranslations } from 'next-intl';
import { PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { KeyMember } from '@/lib/alerts/hand-off-detail';
import { messageOf } from '@/lib/i18n/message';
import { StateMark } from '../../_components/hand-off-marks';
import classes from './detail.module.css';
import { MemberPages } from './member-pages';

export const MEMBERS_PER_PAGE = 20;
const MESSAGE = 200;

/** All hand-offs of the same key, newest first. */
export function KeyMembers({
  members,
  current,
  page,
  total,
  now,
}: {
  members: readonly KeyMember[];
  /** Id of the one whose page this is. */
  current: string;
  page: number;
  total: number;
  now: Date;
}) {
  const t = useTranslations('inbox.detail');
  const i = useTranslations('inbox');
  const c = useTranslations('common.values');
  return (
    <section aria-labelledby="members">
      <h2 className={classes.heading} id="members">
        {t('membersTitle')}
      </h2>
      <PlainTable<KeyMember>
        label={t('membersTable')}
        rows={members}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'run',
            label: t('memberColumns.run'),
            heading: true,
            cell: ({ id, runId, subIndex }) => (
              <>
                {id === current ? (
                  <>
                    <strong>{runId}</strong> <Dim>({t('thisOne')})</Dim>
                  </>
                ) : (
                  <NameLink href={`/inbox/${id}`} prefetch={false}>
                    {runId}
                  </NameLink>
                )}
                {subIndex === '' ? null : <Below>{subIndex}</Below>}
              </>
            ),
          },
          {
            key: 'at',
            label: t('memberColumns.at'),
            cell: ({ decidedAt }) => <RelativeTime date={decidedAt} now={now} />,
          },
          {
            key: 'reason',
            label: t('memberColumns.reason'),
            cell: ({ trigger, attempt }) => (
              <>
                {messageOf(i, `trigger.${trigger}`) ?? trigger}
                <Below>{t('nth', { attempt })}</Below>
              </>
            ),
          },
          {
            key: 'state',
            label: t('memberColumns.state'),
            cell: ({ state, note, assignee }) => (
              <>
                <StateMark state={state} />
                {assignee === null ? null : <Below>{i('cells.assigned', { name: assignee })}</Below>}
                {note === null ? null : <Below>{shortened(note)}</Below>}
              </>
            ),
          },
          {
            key: 'message',
            label: t('memberColumns.message'),
            cell: ({ errorMessage }) => (errorMessage ? shortened(errorMessage) : <Dim>{c('notAvailable')}</Dim>),
          },
        ]}
      />
      <MemberPages page={page} pages={Math.max(1, Math.ceil(total / MEMBERS_PER_PAGE))} id={current} />
    </section>
  );
}

/** Cut between characters, never within one. */
function shortened(text: string): string {
  if (text.length <= MESSAGE) return text;
  return `${text.slice(0, MESSAGE).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
