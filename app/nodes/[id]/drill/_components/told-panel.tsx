import { useTranslations } from 'next-intl';
import { ChannelLines } from '@/components/reach/channel-lines';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { Who } from '@/lib/alerts/who';
import classes from './drill.module.css';

/** Who would be told of the hand-offs of these drills, through what, or why nobody. */
export function ToldPanel({
  who,
  workflowName,
  captured,
  now,
}: {
  who: Who;
  workflowName: string;
  captured: boolean;
  now: Date;
}) {
  const t = useTranslations('drills.plan');
  const r = useTranslations('reach.who');
  return (
    <section aria-labelledby="told">
      <h3 className={classes.name} id="told">
        {t('told')}
      </h3>
      {who.told ? (
        <>
          <p className={classes.quiet}>
            {r('told', {
              group: who.group.name,
              reason: r(`reason.${who.recipient.from}`, { workflow: workflowName }),
            })}{' '}
            {r('through')}
          </p>
          <ChannelLines channels={who.channels} now={now} />
        </>
      ) : (
        <Nobody who={who} workflowName={workflowName} />
      )}
      {captured ? <p className={classes.quiet}>{t('toldCapture')}</p> : null}
    </section>
  );
}

function Nobody({ who, workflowName }: { who: Extract<Who, { told: false }>; workflowName: string }) {
  const r = useTranslations('reach.who');
  return (
    <>
      <div>
        <Caution>{r('nobody')}</Caution>
      </div>
      {who.because === 'group_missing' ? (
        <p className={classes.quiet}>
          {r('group_missing', { slug: who.recipient.slug, reason: r(`group_missingReason.${who.recipient.from}`) })}{' '}
          <TextLink href="/groups/new">{r('make')}</TextLink>
        </p>
      ) : null}
      {who.because === 'no_channel' ? (
        <p className={classes.quiet}>
          {r('no_channel', {
            group: who.group.name,
            reason: r(`reason.${who.recipient.from}`, { workflow: workflowName }),
          })}{' '}
          <TextLink href={`/groups/${who.group.id}#channels`}>{r('add', { group: who.group.name })}</TextLink>
        </p>
      ) : null}
    </>
  );
}
