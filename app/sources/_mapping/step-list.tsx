'use client';

import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { STEPS, type Step } from './steps';
import classes from './steps.module.css';

/** Where one is among the steps; those that can be opened lead there. */
export function StepList({
  step,
  reachable,
  onStep,
}: {
  step: Step;
  reachable: (step: Step) => boolean;
  onStep: (step: Step) => void;
}) {
  const t = useTranslations('sourceWizard');
  const at = STEPS.indexOf(step);
  return (
    <nav aria-label={t('stepsLabel')}>
      <ol className={classes.steps}>
        {STEPS.map((each, index) => (
          <li key={each} data-state={stateOf(index, at)}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              disabled={index !== at && !reachable(each)}
              onClick={() => onStep(each)}
            >
              <span aria-hidden>{index < at ? <IconCheck size={14} stroke={2.5} /> : index + 1}</span>
              {t(`steps.${each}.short`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stateOf(index: number, at: number): 'done' | 'here' | 'later' {
  if (index === at) return 'here';
  return index < at ? 'done' : 'later';
}
