import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBellRinging,
  IconCircleCheck,
  IconInfoCircle,
  IconListSearch,
  IconRefresh,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { HandOffDetail } from '@/lib/alerts/hand-off-detail';
import { type TraceLine, type TraceStep, type TraceValue, traceOf } from '@/lib/alerts/trace';
import { messageOf } from '@/lib/i18n/message';
import { phrasesBy } from '@/lib/i18n/phrases';
import detailClasses from './detail.module.css';
import classes from './trace.module.css';

const ICONS: Readonly<Record<TraceStep['kind'], Icon>> = {
  ...{ seen: IconAlertTriangle, rule: IconListSearch, retry: IconRefresh, handOff: IconUser },
  ...{ who: IconUsersGroup, channel: IconBell, next: IconBellRinging },
};

/** The decision trace in words, from the failure to the next notification. */
export function TraceList({ detail, now }: { detail: HandOffDetail; now: Date }) {
  const t = useTranslations('inbox.trace');
  return (
    <section className={detailClasses.card} aria-labelledby="trace">
      <h2 className={detailClasses.heading} id="trace">
        {t('title')}
      </h2>
      <p className={detailClasses.hint}>{t('hint')}</p>
      <ol className={classes.steps}>
        {traceOf(detail, now).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place
          <Step key={index} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { kind, channel, lines } }: { step: TraceStep }) {
  const t = useTranslations('inbox.trace.steps');
  const kinds = useTranslations('reach.kinds');
  const Shape = ICONS[kind];
  const title = channel
    ? t('channel', { kind: messageOf(kinds, channel.kind) ?? channel.kind, name: channel.name })
    : t(kind);
  return (
    <li className={classes.step}>
      <span className={classes.icon}>
        <Shape size={17} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.body}>
        <h3 className={classes.title}>{title}</h3>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          <Line key={index} line={line} />
        ))}
      </div>
    </li>
  );
}

const TONE_ICONS = { good: IconCircleCheck, attention: IconInfoCircle, bad: IconAlertTriangle } as const;

function Line({ line: { key, values, tone, problem, answer, handOffId } }: { line: TraceLine }) {
  const t = useTranslations('inbox.trace');
  const problems = useTranslations('reach.problem');
  const remedies = useTranslations('channels.remedy');
  const say = useValue();
  const spoken = Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, say(value)]));
  const words = messageOf(t, key, spoken) ?? key;
  const Shape = tone && TONE_ICONS[tone];
  const isTry = key.startsWith('try.');
  return (
    <div className={isTry ? `${classes.line} ${classes.try}` : classes.line} data-tone={tone}>
      {Shape && tone ? <Shape size={16} stroke={1.9} role="img" aria-label={t(`tones.${tone}`)} /> : null}
      <div>
        {problem === undefined
          ? words
          : t('withProblem', { line: words, problem: messageOf(problems, problem) ?? problems('unnamed') })}{' '}
        {handOffId === undefined ? null : <TextLink href={`/inbox/${handOffId}`}>{t('other')}</TextLink>}
        {problem === undefined || isTry ? null : (
          <div className={classes.remedy}>{messageOf(remedies, problem) ?? remedies('unnamed')}</div>
        )}
        {answer === undefined ? null : <div className={classes.answer}>{t('answer', { answer })}</div>}
      </div>
    </div>
  );
}

/** A value of a line in words; a code that there is none of, and an empty one, as they are called. */
function useValue(): (value: TraceValue) => string | number {
  const format = useFormatter();
  const c = useTranslations('common.values');
  const d = useTranslations('inbox.detail');
  const say = phrasesBy(useTranslations('policy'));
  return (value) => {
    if (value === null) return c('noCode');
    if (value === '') return d('emptyCode');
    if (typeof value === 'string' || typeof value === 'number') return value;
    if (value instanceof Date) return format.dateTime(value, { dateStyle: 'medium', timeStyle: 'medium' });
    return say(value);
  };
}
