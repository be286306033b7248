import { useTranslations } from 'next-intl';
import { useProblemWords } from '@/components/reach/health-line';
import { Below } from '@/components/ui/marks';
import type { TrialMessage } from '@/lib/drills/run';
import type { ChannelMode } from '@/lib/drills/vocabulary';
import { messageOf } from '@/lib/i18n/message';
import classes from './trial.module.css';

/** What a trial would tell, or told, and through what; each message can be read as it went out. */
export function Messages({
  messages,
  mode,
  open,
}: {
  messages: readonly TrialMessage[];
  mode: ChannelMode;
  /** On paper nothing can be unfolded. */
  open: boolean;
}) {
  const t = useTranslations('drills.trial');
  if (messages.length === 0) return <p className={classes.quiet}>{t('noMessages')}</p>;
  return (
    <ul className={classes.lines}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message has no name but its place
        <Message key={index} message={message} mode={mode} open={open} />
      ))}
    </ul>
  );
}

function Message({ message, mode, open }: { message: TrialMessage; mode: ChannelMode; open: boolean }) {
  const t = useTranslations('drills.trial');
  const kinds = useTranslations('reach.kinds');
  const problemWords = useProblemWords();
  const { channel, state, problem, body, confirmed, fallback } = message;
  const kind = messageOf(kinds, channel.kind);
  const name = kind === null || kind === channel.name ? channel.name : `${channel.name} (${kind})`;
  const words = t(`message.${state === 'sent' && mode === 'capture' ? 'captured' : state}`);
  return (
    <li className={classes.message}>
      <strong>{name}</strong>{' '}
      {problem === null ? words : t('withProblem', { state: words, problem: problemWords(problem) })}
      {fallback ? <Below>{t('fallback')}</Below> : null}
      {confirmed ? <Below>{t('confirmed')}</Below> : null}
      {body === null ? null : (
        <details open={open}>
          <summary>{t('text')}</summary>
          <pre className={classes.text}>{body}</pre>
        </details>
      )}
    </li>
  );
}
