import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import chips from '@/app/import/batches/[id]/_components/batch.module.css';
import type { BulkProgress } from '@/lib/workflows/bulk-queries';
import { type BulkShown, bulkHref, shownIn } from '../search-params';

/** How the nodes stand, as numbers that lead to them; what there is none of is left out. */
export function StandingFilter({
  id,
  progress: { phase, total, counts, flags },
  show,
}: {
  id: string;
  progress: BulkProgress;
  show: BulkShown | null;
}) {
  const t = useTranslations('bulk.filter');
  const format = useFormatter();
  const countOf = (each: BulkShown) => (each === 'loses' || each === 'shares' ? flags[each] : (counts[each] ?? 0));
  const shown = shownIn(phase)
    .map((each) => ({ kind: each, count: countOf(each) }))
    .filter(({ kind, count }) => count > 0 || kind === show);
  return (
    <nav aria-label={t('label')} className={chips.filter}>
      {[{ kind: null, count: total }, ...shown].map(({ kind, count }) => (
        <Link
          key={kind}
          href={bulkHref(id, { show: kind, page: 1 })}
          aria-current={kind === show ? 'page' : undefined}
          className={chips.chip}
          scroll={false}
          prefetch={false}
        >
          {t(kind ?? 'all')} <span className="tabular">{format.number(count)}</span>
        </Link>
      ))}
    </nav>
  );
}
