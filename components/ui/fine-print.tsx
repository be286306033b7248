import { type ReactNode, useId } from 'react';
import classes from './fine-print.module.css';

/** What stands below a page in small type: how its figures are counted, and the like. */
export function FinePrint({ children }: { children: ReactNode }) {
  return <footer className={classes.print}>{children}</footer>;
}

/** A part of the fine print; its title names the region. */
export function FinePrintPart({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
