import { useFormatter, useTranslations } from 'next-intl';
import { mendHref } from '@/app/drills/_components/mend-href';
import { useRunWords } from '@/app/drills/_components/use-run-words';
import { usePhrase } from '@/components/policy/phrase';
import { TextLink } from '@/components/ui/text-link';
import type { Who } from '@/lib/alerts/who';
import { foresee } from '@/lib/drills/foresee';
import type { PlannedMark, TrialPlan } from '@/lib/drills/plan';
import type { Drill } from '@/lib/drills/vocabulary';
import type { ObservationKey } from '@/lib/judge/drill';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { durationPhrase } from '@/lib/policy/phrase';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Choices } from './choices';
import classes from './drill.module.css';
import { ToldPanel } from './told-panel';

/** Marks beyond these are not drawn: nobody could tell them apart. */
const MOST_MARKS = 12;

interface PlanPanelProps {
  readonly node: {
    readonly rowId: string;
    readonly policy: NodePolicy;
    readonly catalogue?: CatalogueExtra;
    readonly workflowName: string;
  };
  readonly who: Who;
  readonly looksAt: Readonly<Record<Drill, readonly ObservationKey[]>>;
  readonly choices: Choices;
  readonly plans: readonly TrialPlan[];
  readonly renderedAt: string;
}

/** For each chosen drill what is done and what is expected, what cannot pass as things are, and who would be told. */
export function PlanPanel({ node, who, looksAt, choices, plans, renderedAt }: PlanPanelProps) {
  const t = useTranslations('drills.plan');
  return (
    <section className={classes.plan} aria-labelledby="plan" aria-live="polite">
      <div>
        <h2 className={classes.heading} id="plan">
          {t('planTitle')}
        </h2>
        <p className={classes.quiet}>{t('planHint')}</p>
      </div>
      <Foreseen node={node} who={who} plans={plans} />
      {plans.length === 0 ? (
        <p className={classes.quiet}>{t('nothingChosen')}</p>
      ) : (
        <ol className={classes.drills}>
          {plans.map((plan) => (
            <li key={plan.drill} data-drill={plan.drill}>
              <Plan plan={plan} looksAt={looksAt[plan.drill]} />
            </li>
          ))}
        </ol>
      )}
      <ToldPanel
        who={who}
        workflowName={node.workflowName}
        captured={choices.channels === 'capture'}
        now={new Date(renderedAt)}
      />
    </section>
  );
}

function Foreseen({ node, who, plans }: Pick<PlanPanelProps, 'node' | 'who' | 'plans'>) {
  const t = useTranslations('drills');
  const { nameOf } = useRunWords();
  const reach = who.told ? 'told' : who.because;
  const foreseen = foresee({
    ...{ policy: node.policy, reach, drills: plans },
    ...(node.catalogue && { extra: node.catalogue }),
  });
  if (foreseen.length === 0) return null;
  const groupId = 'group' in who ? who.group.id : null;
  return (
    <div className={classes.foreseen} role="note">
      <strong>{t('plan.foreseen')}</strong>
      <ul>
        {foreseen.map(({ drill, what, mend, code }) => (
          <li key={`${drill} ${what}`}>
            {t(`plan.foresees.${what}`, { drill: nameOf(drill), code })}{' '}
            <TextLink href={mendHref(mend, { nodeRowId: node.rowId, groupId })}>{t(`mend.${mend}`)}</TextLink>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t('plan.foreseenHint')}</p>
    </div>
  );
}

function Plan({ plan, looksAt }: { plan: TrialPlan; looksAt: readonly ObservationKey[] }) {
  const t = useTranslations('drills');
  const p = useTranslations('drills.plan');
  const { nameOf } = useRunWords();
  const format = useFormatter();
  const say = usePhrase();
  const marks = plan.marks.filter(({ execution }) => execution === 1);
  const last = marks.at(-1)?.dueMs ?? 0;
  return (
    <>
      <h3 className={classes.name}>{nameOf(plan.drill)}</h3>
      <ul className={classes.lines}>
        <li>{t('trial.fault', { fault: t(`faults.${plan.fault}`), code: plan.errorCode })}</li>
        {plan.override.maxAttempts === undefined ? null : (
          <li>{p('override', { attempts: plan.override.maxAttempts })}</li>
        )}
        {plan.override.maxElapsed === undefined ? null : <li>{p('noLimit')}</li>}
        {plan.executions > 1 ? <li>{p('triesTwice')}</li> : null}
        <li>{p('tries', { count: marks.length, total: say(durationPhrase(last)) })}</li>
      </ul>
      {marks.length > 1 ? <PlannedTrack marks={marks} /> : null}
      <ul className={classes.lines}>
        <li>{p(`ends.${plan.ends}`)}</li>
        {plan.ends === 'succeeded' ? null : <li>{p('alerts', { count: plan.alerts })}</li>}
        <li className={classes.quiet}>
          {p('looksAt', { what: format.list(looksAt.map((key) => t(`observations.${key}`))) })}
        </li>
      </ul>
    </>
  );
}

function PlannedTrack({ marks }: { marks: readonly PlannedMark[] }) {
  const t = useTranslations('drills');
  const say = usePhrase();
  const last = marks.at(-1)?.dueMs ?? 0;
  const shown = marks.length > MOST_MARKS ? [...marks.slice(0, MOST_MARKS - 1), ...marks.slice(-1)] : marks;
  return (
    <>
      <div className={classes.track} aria-hidden="true">
        {shown.map(({ attempt, dueMs }) => (
          <span key={attempt} className={classes.mark} style={{ left: `${last === 0 ? 0 : (dueMs / last) * 100}%` }} />
        ))}
      </div>
      <ol className={classes.times} aria-label={t('plan.track')}>
        {shown.map(({ attempt, dueMs }) => (
          <li key={attempt} className="tabular">
            {t('plan.nth', { attempt })}:{' '}
            {dueMs === 0 ? t('trial.first') : t('trial.offset', { duration: say(durationPhrase(dueMs, 'short')) })}
          </li>
        ))}
      </ol>
    </>
  );
}
