import { IconPoint } from '@tabler/icons-react';
import { KIND_ICONS } from '@/components/policy/kind-icons';
import type { FailureLevel } from '@/lib/insight/workflow-node';
import type { ActionKind } from '@/lib/model/action-kinds';
import classes from './standing-mark.module.css';

const LEVELS = [1, 2, 3] as const;

/** Three bars, as many of them full as the level says; the figure stands beside them. */
export function FailureBars({ level }: { level: FailureLevel }) {
  return (
    <span className={classes.bars} aria-hidden>
      {LEVELS.map((each) => (
        <span key={each} data-full={each <= level || undefined} />
      ))}
    </span>
  );
}

/** The kind of what a node does first; a dot where it does nothing to the outside. */
export function KindShape({ kind }: { kind: ActionKind | null }) {
  const Shape = kind === null ? IconPoint : KIND_ICONS[kind];
  return <Shape size={15} stroke={1.6} aria-hidden className={classes.kind} />;
}
