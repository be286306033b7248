import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Lack } from '@/lib/insight/coverage';
import classes from './coverage-mark.module.css';

/** Complete, or each thing that a node lacks, the most urgent first: in a line of words, or as chips. */
export function CoverageMark({
  complete,
  lacks,
  look,
}: {
  complete: boolean;
  lacks: readonly Lack[];
  look: 'words' | 'chips';
}) {
  const t = useTranslations('terms');
  if (complete)
    return (
      <span className={classes.complete} data-look={look}>
        <IconCircleCheck size={15} stroke={2} aria-hidden />
        {t('coverage.complete')}
      </span>
    );
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
