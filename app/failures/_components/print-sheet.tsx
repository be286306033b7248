import type { ReactNode } from 'react';
import classes from './print-sheet.module.css';

/** What a page looks like on paper: black on white, without what can only be clicked. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return <div className={classes.sheet}>{children}</div>;
}
