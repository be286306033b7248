import { useTranslations } from 'next-intl';
import type { Coverage } from '@/lib/insight/coverage';
import classes from './coverage-mark.module.css';
import { CoverageShape } from './coverage-shape';

/**
 * How far a node is, in a word behind a shape; where it lacks something, each thing instead, the most urgent first: in a
 * line of words, or as chips.
 */
export function CoverageMark({
  coverage: { state, lacks, idle },
  look,
}: {
  coverage: Coverage;
  look: 'words' | 'chips';
}) {
  const t = useTranslations('terms');
  if (state !== 'incomplete') {
    const standing = idle ? 'quiet' : state;
    return (
      <span className={classes.state} data-standing={standing} data-look={look}>
        <CoverageShape standing={standing} />
        {t(`coverage.${standing}`)}
      </span>
    );
  }
  return (
    <ul className={classes.lacks}>
      {lacks.map((lack) => (
        <li key={lack} className={classes[look]} data-urgent={lack === 'owner' || lack === 'invalid' ? '' : undefined}>
          {t(`lacks.${lack}`)}
        </li>
      ))}
    </ul>
  );
}
