import { IconArrowLeft } from '@tabler/icons-react';
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

/** The name of what a row of a table is about. `prefetch={false}` where there are many. */
export function NameLink({ href, prefetch, children }: { href: string; prefetch?: false; children: ReactNode }) {
  return (
    <Link href={href} className={classes.name} prefetch={prefetch}>
      {children}
    </Link>
  );
}

/** The way up from a page, above its title. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.back}>
      <IconArrowLeft size={14} stroke={2} aria-hidden />
      {children}
    </Link>
  );
}
