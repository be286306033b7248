import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-chip.module.css';

/** A filter to switch on and off, with the number of rows that the list would then hold. */
export function FilterChip({
  pressed,
  count,
  title,
  onClick,
  children,
}: {
  pressed: boolean;
  count: ReactNode;
  title?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={pressed} title={title} onClick={onClick} className={classes.chip}>
      {pressed ? <IconCheck size={14} stroke={2.4} aria-hidden /> : null}
      {children}
      <span className={classes.count}>{count}</span>
    </button>
  );
}
