import Link from 'next/link';
import classes from './keyset-pages.module.css';

/** The way to newer and older rows of a list without page numbers; a link that is null leads nowhere. */
export function KeysetPages({
  words,
  newest,
  newer,
  older,
}: {
  words: Readonly<Record<'label' | 'newest' | 'newer' | 'older', string>>;
  newest: string | null;
  newer: string | null;
  older: string | null;
}) {
  if (newest === null && newer === null && older === null) return null;
  return (
    <nav aria-label={words.label} className={classes.pages}>
      {newest === null ? null : <Link href={newest}>{words.newest}</Link>}
      {newer === null ? null : (
        <Link href={newer} rel="prev">
          {words.newer}
        </Link>
      )}
      {older === null ? null : (
        <Link href={older} rel="next">
          {words.older}
        </Link>
      )}
    </nav>
  );
}
