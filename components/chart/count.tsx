import { useFormatter } from 'next-intl';
import classes from './failure-chart.module.css';

/** A figure, as a link to what stands behind it. A plain link: there may be thousands in a table. */
export function Count({ value, href }: { value: number; href: string | null }) {
  const format = useFormatter();
  if (href === null || value === 0) return <span className={classes.count}>{format.number(value)}</span>;
  return (
    <a href={href} className={classes.countLink}>
      {format.number(value)}
    </a>
  );
}
