import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './marks.module.css';

/** Words of less weight; `title` says why. */
export function Dim({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className={classes.dim} title={title}>
      {children}
    </span>
  );
}

/** A small line below a value. */
export function Below({ code = false, children }: { code?: boolean; children: ReactNode }) {
  const Tag = code ? 'code' : 'span';
  return <Tag className={classes.below}>{children}</Tag>;
}

/** Something that wants doing, in few words behind a shape; the words never break. */
export function Caution({
  Shape = IconAlertTriangle,
  size = 14,
  className,
  children,
}: {
  Shape?: Icon;
  size?: number;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={className ? `${classes.caution} ${className}` : classes.caution}>
      <Shape size={size} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
