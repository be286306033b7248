import {
  type Icon,
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconInbox,
  IconMailOff,
  IconPuzzle,
  IconQuestionMark,
  IconRefreshAlert,
  IconRuler2,
  IconRulerMeasure,
  IconTargetArrow,
  IconUserOff,
} from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { HOME_STEPS, type HomeScope, type HomeStep } from '@/lib/insight/home';
import { stepHref } from '../search-params';
import classes from './home.module.css';

const SHAPES: Readonly<Record<HomeStep, Icon>> = {
  hand_offs: IconInbox,
  unowned_hand_offs: IconMailOff,
  failing_undecided: IconAlertTriangle,
  no_owner: IconUserOff,
  unclassified_codes: IconQuestionMark,
  ripe_thresholds: IconRuler2,
  deviating: IconRulerMeasure,
  stale: IconRefreshAlert,
  configured: IconTargetArrow,
  incomplete: IconPuzzle,
};

/**
 * What is to be done next, each step as a link to just that; what needs nothing is said in one line. `standards`: some
 * group has a standard; else nothing is said of deviating.
 */
export function Steps({
  counts,
  scope,
  standards,
}: {
  counts: Readonly<Record<HomeStep, number>>;
  scope: HomeScope;
  standards: boolean;
}) {
  const t = useTranslations('home.steps');
  const format = useFormatter();
  const steps = HOME_STEPS.filter((step) => step !== 'deviating' || standards);
  const due = steps.filter((step) => counts[step] > 0);
  const done = steps.filter((step) => counts[step] === 0);
  return (
    <section aria-labelledby="next-steps" className={classes.part}>
      <h2 id="next-steps" className={classes.heading}>
        {t('title')}
      </h2>
      {due.length === 0 ? (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} stroke={1.8} aria-hidden />
          <span>
            <strong>{t('nothingTitle')}</strong> {t('nothing')}
          </span>
        </p>
      ) : (
        <>
          <ol className={classes.steps}>
            {due.map((step) => (
              <Step key={step} step={step} count={counts[step]} href={stepHref(step, scope)} />
            ))}
          </ol>
          {done.length > 0 ? (
            <p className={classes.rest}>{t('rest', { names: format.list(done.map((step) => t(`${step}.name`))) })}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

function Step({ step, count, href }: { step: HomeStep; count: number; href: string }) {
  const t = useTranslations('home.steps');
  const Shape = SHAPES[step];
  return (
    <li className={classes.step}>
      <Shape size={20} stroke={1.7} aria-hidden className={classes.shape} />
      <div className={classes.words}>
        <Link href={href} className={classes.open} prefetch={false}>
          {t(`${step}.title`, { count })}
        </Link>
        <span className={classes.why}>{t(`${step}.why`)}</span>
      </div>
      <IconArrowRight size={16} stroke={1.8} aria-hidden className={classes.arrow} />
    </li>
  );
}
