import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { BatchProgress } from '@/lib/workflows/batch-queries';
import { batchHref, KINDS, type Shown, statesOf } from '../search-params';
import classes from './batch.module.css';

/** What became of the files, as numbers that lead to them; kinds that there are none of are left out. */
export function StateFilter({
  id,
  total,
  counts,
  show,
}: {
  id: string;
  total: number;
  counts: BatchProgress['counts'];
  show: Shown | null;
}) {
  const t = useTranslations('batches.filter');
  const format = useFormatter();
  const kinds = KINDS.map((kind) => ({ kind, count: statesOf(kind).reduce((sum, state) => sum + counts[state], 0) }));
  const shown = kinds.filter(({ kind, count }) => count > 0 || kind === show);
  return (
    <nav aria-label={t('label')} className={classes.filter}>
      {[{ kind: null, count: total }, ...shown].map(({ kind, count }) => (
        <Link
          key={kind}
          href={batchHref(id, { show: kind, page: 1 })}
          aria-current={kind === show ? 'page' : undefined}
          className={classes.chip}
          scroll={false}
          prefetch={false}
        >
          {t(kind ?? 'all')} <span className="tabular">{format.number(count)}</span>
        </Link>
      ))}
    </nav>
  );
}
