import classes from './sparkline.module.css';

/** In units of the drawing; the style sheet says how large it is shown. */
const BAR = 2;
const STEP = 3;
const HEIGHT = 22;
/** A count of one is to be seen beside a count of a thousand. */
const LEAST = 2;

/** Counts as small bars, one after the other, each against the largest; `label` says it in words. */
export function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(1, ...counts);
  const width = counts.length * STEP - (STEP - BAR);
  const path = counts
    .map((count, index) => {
      const height = count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * HEIGHT));
      return height === 0 ? '' : `M${index * STEP} ${HEIGHT}v${-height}h${BAR}v${height}z`;
    })
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      className={classes.sparkline}
    >
      <path d={path} className={classes.bars} />
      <path d={`M0 ${HEIGHT + 0.5}h${width}`} className={classes.ground} />
    </svg>
  );
}
