import { useFormatter, useTranslations } from 'next-intl';
import type { DrillRunRow } from '@/lib/drills/run';
import type { Drill } from '@/lib/drills/vocabulary';
import { messageOf } from '@/lib/i18n/message';

/** Words about runs that several places say; needs the namespace `drills`. */
export function useRunWords() {
  const t = useTranslations('drills');
  const format = useFormatter();
  const nameOf = (drill: Drill) => t('numbered', { drill: `${drill}`, name: t(`names.${drill}`) });
  return {
    /** A drill by number and name. */
    nameOf,
    namesOf: (drills: readonly Drill[]) => format.list(drills.map(nameOf)),
    environmentWords: (environment: string) => messageOf(t, `environments.${environment}`) ?? environment,
    /** Where a run goes on: the sandbox, or a target as it was called then. */
    whereWords: ({ runner, target, environment }: Pick<DrillRunRow, 'runner' | 'target' | 'environment'>) =>
      runner === 'builtin'
        ? t('where.sandbox')
        : t('where.target', { target, environment: messageOf(t, `environments.${environment}`) ?? environment }),
    /** Why a run was aborted. */
    problemWords: (problem: string | null) =>
      (problem === null ? null : messageOf(t, `problems.${problem}`)) ?? t('problems.unnamed'),
  };
}
