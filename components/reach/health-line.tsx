import {
  type Icon,
  IconAlertTriangle,
  IconChecks,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerPause,
  IconPower,
} from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import type { ChannelHealth } from '@/lib/owners/channel-health';
import classes from './reach.module.css';

type Tone = 'good' | 'bad' | 'warn' | 'quiet';
const LOOKS: Readonly<Record<ChannelHealth['state'], { readonly Shape: Icon; readonly tone: Tone }>> = {
  off: { Shape: IconPower, tone: 'quiet' },
  nobody: { Shape: IconAlertTriangle, tone: 'bad' },
  untried: { Shape: IconCircleDashed, tone: 'quiet' },
  works: { Shape: IconCircleCheck, tone: 'good' },
  confirmed: { Shape: IconChecks, tone: 'good' },
  failing: { Shape: IconAlertTriangle, tone: 'bad' },
  paused: { Shape: IconPlayerPause, tone: 'warn' },
};

/** How a channel is, in words behind a shape. */
export function HealthLine({ health, now }: { health: ChannelHealth; now: Date }) {
  const { Shape, tone } = LOOKS[health.state];
  const words = useHealthWords(now);
  return (
    <span className={`${classes.health} ${classes[tone]}`}>
      <Shape size={15} stroke={2} aria-hidden />
      <span>{words(health)}</span>
    </span>
  );
}

function useHealthWords(now: Date): (health: ChannelHealth) => string {
  const t = useTranslations('reach.health');
  const problemWords = useProblemWords();
  const format = useFormatter();
  const ago = (date: Date) => format.relativeTime(date, now);
  const at = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' });
  return (health) => {
    switch (health.state) {
      case 'off':
      case 'nobody':
      case 'untried':
        return t(health.state);
      case 'works':
      case 'confirmed':
        return t(health.state, { when: ago(health.at) });
      case 'failing': {
        const problem = problemWords(health.problem);
        return health.since === null ? t('failingNow', { problem }) : t('failing', { when: at(health.since), problem });
      }
      case 'paused': {
        return t('paused', { until: at(health.until), problem: problemWords(health.problem) });
      }
    }
  };
}

/** Why a message is where it is, in words; the reason is one of `lib/alerts`, kept as text. */
export function useProblemWords(): (problem: string | null) => string {
  const t = useTranslations('reach.problem');
  return (problem) => (problem === null ? null : messageOf(t, problem)) ?? t('unnamed');
}
