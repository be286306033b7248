import type { ReactNode } from 'react';
import classes from './print-sheet.module.css';

/** What a page looks like on paper: black on white, without what can only be clicked; broad tables lie on their side. */
export function PrintSheet({ upright = false, children }: { upright?: boolean; children: ReactNode }) {
  return (
    <div className={classes.sheet} data-upright={upright || undefined}>
      {children}
    </div>
  );
}
