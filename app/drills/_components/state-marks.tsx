import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClockHour4,
  IconEyeOff,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RunState, TrialState } from '@/lib/drills/vocabulary';
import type { Verdict } from '@/lib/judge/drill';
import classes from './marks.module.css';

type Tone = 'good' | 'bad' | 'warn' | 'quiet';
interface Look {
  readonly Shape: Icon;
  readonly tone: Tone;
}

const RUN_LOOKS: Readonly<Record<RunState, Look>> = {
  queued: { Shape: IconClockHour4, tone: 'quiet' },
  running: { Shape: IconPlayerPlay, tone: 'warn' },
  passed: { Shape: IconCircleCheck, tone: 'good' },
  failed: { Shape: IconCircleX, tone: 'bad' },
  aborted: { Shape: IconBan, tone: 'warn' },
};

const TRIAL_LOOKS: Readonly<Record<TrialState, Look>> = {
  planned: { Shape: IconCircleDashed, tone: 'quiet' },
  running: { Shape: IconPlayerPlay, tone: 'warn' },
  passed: { Shape: IconCircleCheck, tone: 'good' },
  failed: { Shape: IconCircleX, tone: 'bad' },
  interrupted: { Shape: IconAlertTriangle, tone: 'warn' },
  aborted: { Shape: IconBan, tone: 'warn' },
  not_applicable: { Shape: IconCircleMinus, tone: 'quiet' },
};

const VERDICT_LOOKS: Readonly<Record<Verdict, Look>> = {
  passed: { Shape: IconCircleCheck, tone: 'good' },
  failed: { Shape: IconCircleX, tone: 'bad' },
  not_observed: { Shape: IconEyeOff, tone: 'warn' },
  not_applicable: { Shape: IconCircleMinus, tone: 'quiet' },
};

/** How a run stands, as a word behind a shape. */
export function RunStateMark({ state }: { state: RunState }) {
  const t = useTranslations('drills.runStates');
  return <Mark look={RUN_LOOKS[state]} words={t(state)} />;
}

/** How one drill of a run stands. */
export function TrialStateMark({ state }: { state: TrialState }) {
  const t = useTranslations('drills.trialStates');
  return <Mark look={TRIAL_LOOKS[state]} words={t(state)} />;
}

/** What became of one observation. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('drills.verdicts');
  return <Mark look={VERDICT_LOOKS[verdict]} words={t(verdict)} small />;
}

function Mark({ look: { Shape, tone }, words, small = false }: { look: Look; words: string; small?: boolean }) {
  return (
    <span className={`${classes.mark} ${classes[tone]}`} data-size={small ? 'small' : undefined}>
      <Shape size={small ? 14 : 16} stroke={2} aria-hidden />
      {words}
    </span>
  );
}
