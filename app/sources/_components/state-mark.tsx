import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { SourceState } from '@/lib/sources/source-state';
import classes from './sources.module.css';

const SHAPES: Readonly<Record<SourceState, Icon>> = {
  paused: IconPlayerPause,
  failing: IconAlertTriangle,
  cancelled: IconCircleX,
  waiting: IconClock,
  counting: IconLoader,
  following: IconCircleCheck,
};

/** How a source is doing: a shape and a word. */
export function StateMark({ state }: { state: SourceState }) {
  const t = useTranslations('sources.states');
  const Shape = SHAPES[state];
  return (
    <span className={classes.state} data-state={state}>
      <Shape size={15} stroke={2} aria-hidden />
      {t(state)}
    </span>
  );
}
