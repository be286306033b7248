import {
  type Icon,
  IconAlertTriangle,
  IconBellOff,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { GroupHealth } from '@/lib/owners/channel-health';
import classes from './reach.module.css';

const LOOKS: Readonly<Record<GroupHealth, { readonly Shape: Icon; readonly tone: 'good' | 'bad' | 'warn' | 'quiet' }>> =
  {
    no_channel: { Shape: IconBellOff, tone: 'bad' },
    failing: { Shape: IconAlertTriangle, tone: 'bad' },
    partly: { Shape: IconCircleHalf2, tone: 'warn' },
    untried: { Shape: IconCircleDashed, tone: 'quiet' },
    works: { Shape: IconCircleCheck, tone: 'good' },
  };

/** How a group can be reached, in a word or two behind a shape. */
export function GroupMark({ health }: { health: GroupHealth }) {
  const t = useTranslations('reach.group');
  const { Shape, tone } = LOOKS[health];
  return (
    <span className={`${classes.mark} ${classes[tone]}`}>
      <Shape size={14} stroke={2} aria-hidden />
      {t(health)}
    </span>
  );
}
