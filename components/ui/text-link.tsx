import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './text-link.module.css';

/** A link in running text or in a cell, within the app. `label` where its text alone does not say enough. */
export function TextLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.link} aria-label={label} prefetch={false}>
      {children}
    </Link>
  );
}
