import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './list-frame.module.css';

/** The line above a list: what it holds (children), and the way back to all of it when it is narrowed. */
export function ListStatus({
  onClear,
  wide = false,
  tools,
  children,
}: {
  /** Null when there is nothing to clear. */
  onClear: (() => void) | null;
  /** More room between the parts of the line. */
  wide?: boolean;
  /** What arranges the list, at the end of the line. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations('common.actions');
  return (
    <div className={classes.status} data-wide={wide || undefined}>
      {children}
      {onClear ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      ) : null}
      {tools ? <div className={classes.tools}>{tools}</div> : null}
    </div>
  );
}

/** Below a list, in the middle: the links to its pages. */
export function ListFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
