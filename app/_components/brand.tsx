import Link from 'next/link';
import classes from './brand.module.css';

/** The name, as the way home: a path that forks where it fails. */
export function Brand() {
  return (
    <Link href="/" className={classes.brand}>
      <svg width="22" height="22" viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <path d="M3 7h7c4 0 3 10 7 10h4" stroke="var(--fp-terminal)" strokeWidth="2.4" strokeLinecap="round" />
        <path d="M10 7h11" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        <circle cx="10" cy="7" r="2.6" fill="var(--fp-surface)" stroke="currentColor" strokeWidth="2" />
      </svg>
      Failpath
    </Link>
  );
}
