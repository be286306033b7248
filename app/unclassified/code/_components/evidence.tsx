import { useTranslations } from 'next-intl';
import { Message } from '@/app/failures/rows/_components/message';
import { RelativeTime } from '@/components/ui/relative-time';
import { ATTEMPTS_READ, type CodeEvidence, MINIMUM_RETRIES, shareAfterRetry } from '@/lib/insight/code-detail';
import classes from './code.module.css';

/** What the failures say, and what followed where somebody tried again; both are there to judge by, not to decide. */
export function Evidence({ evidence, now }: { evidence: CodeEvidence; now: Date }) {
  const t = useTranslations('unclassified.code');
  const { messages, read } = evidence;
  return (
    <div className={classes.evidence}>
      <section className={classes.part} aria-labelledby="code-messages">
        <h2 id="code-messages" className={classes.heading}>
          {t('messages.title')}
        </h2>
        {messages.length === 0 ? <p>{t('messages.none')}</p> : null}
        <ul className={classes.messages}>
          {messages.map(({ text, times, lastSeen }) => (
            <li key={text}>
              <Message text={text} />
              <div className={classes.hint}>
                {t.rich('messages.times', { count: times, read, at: () => <RelativeTime date={lastSeen} now={now} /> })}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.part} aria-labelledby="code-after">
        <h2 id="code-after" className={classes.heading}>
          {t('after.title')}
        </h2>
        <p>
          <After evidence={evidence} />
        </p>
        <p className={classes.hint}>{t('after.rule', { limit: ATTEMPTS_READ })}</p>
      </section>
    </div>
  );
}

function After({ evidence: { after, read } }: { evidence: CodeEvidence }) {
  const t = useTranslations('unclassified.code.after');
  const { retried, succeeded } = after;
  if (retried === 0) return t('none', { read });
  const share = shareAfterRetry(after);
  return share === null
    ? t('few', { retried, succeeded, minimum: MINIMUM_RETRIES })
    : t('share', { retried, succeeded, ...share });
}
