import { useFormatter } from 'next-intl';
import classes from './share-bar.module.css';

/** How much of something is done, 0 to 1, as a bar and in percent. */
export function ShareBar({ share, label }: { share: number; label: string }) {
  const format = useFormatter();
  return (
    <div className={classes.bar}>
      <progress value={share} max={1} aria-label={label} />
      <span className="tabular">{format.number(share, { style: 'percent' })}</span>
    </div>
  );
}
