import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { CoverageCounts } from '@/lib/insight/coverage';
import type { NodeFilter } from '@/lib/insight/node-list';
import classes from './coverage-parts.module.css';
import { CoverageShape } from './coverage-shape';

/** The filter of the list that shows the nodes of a part; those in which nothing can fail have none. */
const FILTER_OF = {
  proven: 'proved',
  simulated: 'proved',
  idle: null,
  stale: 'stale',
  configured: 'configured',
  incomplete: 'incomplete',
} as const satisfies Partial<Record<keyof CoverageCounts, NodeFilter | null>>;
const PARTS = ['proven', 'simulated', 'idle', 'stale', 'configured', 'incomplete'] as const;

/** How many nodes are how far; each part opens its nodes. `list`: where they are all listed. */
export function CoverageParts({ counts, list }: { counts: CoverageCounts; list: string }) {
  const t = useTranslations('proof.parts');
  const more = list.includes('?') ? '&' : '?';
  const shown = PARTS.filter((part) => counts[part] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label={t('label')}>
      {shown.map((part) => {
        const filter = FILTER_OF[part];
        const words = t(part, { count: counts[part] });
        return (
          <li key={part}>
            <CoverageShape standing={part === 'idle' ? 'quiet' : part} size={14} />
            {filter === null ? words : <TextLink href={`${list}${more}show=${filter}`}>{words}</TextLink>}
          </li>
        );
      })}
    </ul>
  );
}
