'use client';

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import classes from './pages.module.css';

/** Links to the pages of a list (1-based); nothing when there is only one. */
export function Pages({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  const t = useTranslations('common.pages');
  if (pages < 2) return null;
  return (
    <nav aria-label={t('label')} className={classes.pages}>
      {page > 1 ? (
        <Link href={hrefOf(page - 1)} rel="prev" className={classes.page}>
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
          {t('previous')}
        </Link>
      ) : null}
      {nearby(page, pages).map((each, index, all) => (
        <span key={each} className={classes.group}>
          {index > 0 && each - (all[index - 1] ?? each) > 1 ? <span aria-hidden>…</span> : null}
          <Link
            href={hrefOf(each)}
            className={classes.page}
            aria-label={t('page', { page: each })}
            aria-current={each === page ? 'page' : undefined}
          >
            {each}
          </Link>
        </span>
      ))}
      {page < pages ? (
        <Link href={hrefOf(page + 1)} rel="next" className={classes.page}>
          {t('next')}
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </Link>
      ) : null}
    </nav>
  );
}

/** First, last, and those around the current one. */
function nearby(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages]);
  return [...wanted].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b);
}
