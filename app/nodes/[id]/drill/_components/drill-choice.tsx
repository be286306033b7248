import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useRunWords } from '@/app/drills/_components/use-run-words';
import { DRILLS, type Drill, FAULTS_OF } from '@/lib/drills/vocabulary';
import type { Choices } from './choices';
import classes from './drill.module.css';

/** The five drills, each with what it does and how it is made to fail. */
export function DrillChoice({
  choices,
  left,
  onChange,
}: {
  choices: Choices;
  left: ReadonlySet<Drill>;
  onChange: (part: Partial<Choices>) => void;
}) {
  const t = useTranslations('drills');
  const { nameOf } = useRunWords();
  const { drills, faults } = choices;
  const toggle = (drill: Drill, on: boolean) => {
    const kept = DRILLS.filter((each) => (each === drill ? on : drills.has(each)));
    onChange({ drills: new Set(kept) });
  };
  return (
    <fieldset className={classes.part}>
      <legend>{t('plan.which')}</legend>
      <div className={classes.options}>
        {DRILLS.map((drill) => (
          <div key={drill}>
            <Checkbox
              label={nameOf(drill)}
              description={left.has(drill) ? t('plan.notApplicable') : t(`does.${drill}`)}
              checked={drills.has(drill) && !left.has(drill)}
              disabled={left.has(drill)}
              onChange={(event) => toggle(drill, event.currentTarget.checked)}
            />
            {drills.has(drill) && !left.has(drill) && FAULTS_OF[drill].length > 1 ? (
              <div className={classes.inner}>
                <NativeSelect
                  size="xs"
                  aria-label={t('plan.fault', { drill: `${drill}` })}
                  value={faults[drill]}
                  data={FAULTS_OF[drill].map((fault) => ({ value: fault, label: t(`faults.${fault}`) }))}
                  onChange={(event) => {
                    const chosen = FAULTS_OF[drill].find((fault) => fault === event.currentTarget.value);
                    if (chosen) onChange({ faults: { ...faults, [drill]: chosen } });
                  }}
                />
              </div>
            ) : null}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
