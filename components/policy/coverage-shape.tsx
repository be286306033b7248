import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconFlask,
  IconRefreshAlert,
  IconShieldCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { Standing } from '@/lib/insight/workflow-node';
import classes from './coverage-shape.module.css';

const SHAPES = {
  proven: IconShieldCheck,
  simulated: IconFlask,
  configured: IconCircleCheck,
  stale: IconRefreshAlert,
  incomplete: IconAlertTriangle,
  urgent: IconUserOff,
  quiet: IconCircleDashed,
} as const;

/** The shape of how a node stands; its word stands beside it. */
export function CoverageShape({ standing, size = 15 }: { standing: Standing; size?: number }) {
  const Shape = SHAPES[standing];
  return <Shape size={size} stroke={2} aria-hidden className={classes.shape} data-standing={standing} />;
}
