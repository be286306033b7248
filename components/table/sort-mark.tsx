import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';

/** Arrow of a sorted column; keeps its room when there is none, so that headers do not jump. */
export function SortMark({ order }: { order: 'asc' | 'desc' | false }) {
  const Icon = order === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} stroke={2} aria-hidden className={order ? classes.mark : classes.noMark} />;
}
