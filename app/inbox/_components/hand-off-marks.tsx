import {
  type Icon,
  IconAlertTriangle,
  IconBellCheck,
  IconBellOff,
  IconBellX,
  IconCircle,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconClock,
  IconEye,
  IconHelp,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Told } from '@/lib/alerts/told';
import type { InboxState } from '@/lib/insight/inbox-list';
import { INBOX_STATES } from '@/lib/insight/inbox-list';
import classes from './marks.module.css';

const STATES: Readonly<Record<InboxState, { readonly Shape: Icon; readonly tone: string }>> = {
  open: { Shape: IconCircle, tone: 'bad' },
  acknowledged: { Shape: IconEye, tone: 'attention' },
  resolved: { Shape: IconCircleCheck, tone: 'good' },
  closed_by_success: { Shape: IconCircleDashedCheck, tone: 'good' },
};

/** What a hand-off or its key is, as word, shape and colour. */
export function StateMark({ state }: { state: string }) {
  const t = useTranslations('inbox.states');
  const known = INBOX_STATES.find((each) => each === state) ?? 'open';
  const { Shape, tone } = STATES[known];
  return (
    <span className={classes.badge} data-tone={tone}>
      <Shape size={14} stroke={2} aria-hidden />
      {t(known)}
    </span>
  );
}

const TOLD: Readonly<Record<Told, { readonly Shape: Icon; readonly tone: string }>> = {
  sent: { Shape: IconBellCheck, tone: 'good' },
  muted: { Shape: IconBellOff, tone: 'plain' },
  waiting: { Shape: IconClock, tone: 'plain' },
  unclear: { Shape: IconHelp, tone: 'attention' },
  failed: { Shape: IconAlertTriangle, tone: 'bad' },
  no_owner: { Shape: IconBellX, tone: 'bad' },
  group_missing: { Shape: IconBellX, tone: 'bad' },
  no_channel: { Shape: IconBellX, tone: 'bad' },
  before_alerts: { Shape: IconBellOff, tone: 'plain' },
  forgotten: { Shape: IconHelp, tone: 'attention' },
};

/** Whether somebody was told of it. */
export function ToldMark({ told }: { told: Told }) {
  const t = useTranslations('inbox.told');
  const { Shape, tone } = TOLD[told];
  return (
    <span className={classes.told} data-tone={tone}>
      <Shape size={15} stroke={1.8} aria-hidden />
      <span>{t(told)}</span>
    </span>
  );
}
