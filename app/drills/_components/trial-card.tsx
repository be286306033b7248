import { useTranslations } from 'next-intl';
import { lastRounds } from '@/lib/drills/claim';
import type { DrillTrialDetail, ShownRun } from '@/lib/drills/run';
import { DRILL_RUN_PREFIX } from '@/lib/history/drill-run-id';
import { Attempts } from './attempts';
import { Messages } from './messages';
import { Observations } from './observations';
import { TrialStateMark } from './state-marks';
import classes from './trial.module.css';
import { useRunWords } from './use-run-words';

/** The trials of a run, one card for each drill; rounds that were interrupted stay below it. */
export function TrialCards({ run, paper = false }: { run: ShownRun; paper?: boolean }) {
  return lastRounds(run.trials).map((trial) => (
    <TrialCard
      key={trial.id}
      run={run}
      trial={trial}
      earlier={run.trials.filter(({ drill, round }) => drill === trial.drill && round < trial.round)}
      paper={paper}
    />
  ));
}

function TrialCard({
  run,
  trial,
  earlier,
  paper,
}: {
  run: ShownRun;
  trial: DrillTrialDetail;
  earlier: readonly DrillTrialDetail[];
  paper: boolean;
}) {
  const t = useTranslations('drills');
  const { nameOf } = useRunWords();
  const { drill, state, phase, fault, plan, evidence } = trial;
  const heading = `drill-${drill}`;
  return (
    <article className={classes.card} aria-labelledby={heading} data-drill={drill}>
      <div className={classes.head}>
        <h3 className={classes.title} id={heading}>
          {nameOf(drill)}
        </h3>
        <TrialStateMark state={state} />
      </div>
      <p className={classes.quiet}>{t(`does.${drill}`)}</p>
      <p className={classes.quiet}>
        {t('trial.fault', { fault: t(`faults.${fault}`), code: plan.errorCode })}
        {plan.override.maxAttempts === undefined
          ? null
          : ` · ${t('trial.override', { attempts: plan.override.maxAttempts })}`}
        {plan.override.maxElapsed === undefined ? null : ` · ${t('trial.noLimit')}`}
      </p>
      {state === 'running' && phase !== null ? <p className={classes.quiet}>{t(`phases.${phase}`)}…</p> : null}
      {state === 'running' && run.runner === 'person' ? <YourTurn run={run} trial={trial} /> : null}
      <Standing trial={trial} />
      {evidence === null || state === 'not_applicable' ? null : (
        <>
          <Attempts trial={trial} ended={trial.endedAt !== null} />
          <Decisions trial={trial} run={run} />
          <div className={classes.part}>
            <h4 className={classes.heading}>{t('trial.messages')}</h4>
            <Messages messages={trial.messages} mode={run.channels} open={paper} />
          </div>
          <div className={classes.part}>
            <h4 className={classes.heading}>{t('trial.observations')}</h4>
            <Observations
              observations={trial.observations}
              subject={{ nodeRowId: run.node.id, groupId: run.recipient?.id ?? null }}
              groupNames={groupNamesOf(run)}
            />
          </div>
        </>
      )}
      {earlier.length > 0 ? <Rounds earlier={earlier} open={paper} /> : null}
    </article>
  );
}

function groupNamesOf({ recipient }: ShownRun): ReadonlyMap<string, string> {
  return new Map(recipient === null || recipient.name === null ? [] : [[recipient.slug, recipient.name]]);
}

function Standing({ trial: { state, problem } }: { trial: DrillTrialDetail }) {
  const t = useTranslations('drills.trial');
  const { problemWords } = useRunWords();
  switch (state) {
    case 'planned':
      return <p className={classes.quiet}>{t('planned')}</p>;
    case 'not_applicable':
      return <p className={classes.quiet}>{t('notApplicable')}</p>;
    case 'aborted':
      return <p className={classes.quiet}>{t('aborted', { problem: problemWords(problem) })}</p>;
    default:
      return null;
  }
}

/** What the person has to do: nobody else makes the node fail there. */
function YourTurn({ run, trial }: { run: ShownRun; trial: DrillTrialDetail }) {
  const t = useTranslations('drills');
  const { whereWords } = useRunWords();
  return (
    <div className={classes.turn} role="note">
      <strong>{t('run.personTitle')}</strong>
      <div>
        {t('run.person', {
          node: run.testNode ?? run.node.nodeId,
          target: whereWords(run),
          runId: `${DRILL_RUN_PREFIX}${trial.id}`,
          fault: t(`faults.${trial.fault}`),
        })}
      </div>
    </div>
  );
}

function Decisions({ trial, run }: { trial: DrillTrialDetail; run: ShownRun }) {
  const t = useTranslations('drills.trial');
  const { evidence, messages } = trial;
  if (evidence === null) return null;
  const { handOffs, windows, effects } = evidence;
  const nameOf = (channelId: string) => messages.find((each) => each.channelId === channelId)?.channel.name;
  const groupName = (slug: string) => (run.recipient?.slug === slug ? (run.recipient.name ?? slug) : slug);
  return (
    <div className={classes.part}>
      <h4 className={classes.heading}>{t('decisions')}</h4>
      <ul className={classes.lines}>
        {handOffs.length === 0 ? <li>{t('noDecision')}</li> : null}
        {handOffs.map(({ runId, trigger, attempt, recipient }) => (
          <li key={runId}>
            {t(`handOff.${trigger}`, { attempt })}{' '}
            {recipient === null ? t('toNobody') : t('toGroup', { group: groupName(recipient) })}
          </li>
        ))}
        {(trial.drill === 4 ? windows : []).map(({ channelId, pending }) => {
          const channel = nameOf(channelId);
          return channel === undefined ? null : <li key={channelId}>{t('window', { channel, pending })}</li>;
        })}
        {trial.drill === 5 && effects !== null ? <li>{t('effects', { count: effects })}</li> : null}
      </ul>
    </div>
  );
}

function Rounds({ earlier, open }: { earlier: readonly DrillTrialDetail[]; open: boolean }) {
  const t = useTranslations('drills');
  const { problemWords } = useRunWords();
  return (
    <details className={classes.rounds} open={open}>
      <summary>{t('trial.rounds', { count: earlier.length })}</summary>
      <ul className={classes.lines}>
        {earlier.map(({ id, round, phase, problem, state }) => (
          <li key={id}>
            <strong>{t('trial.round', { round })}</strong>:{' '}
            {state === 'interrupted' && phase !== null
              ? t('trial.interrupted', { phase: t(`phases.${phase}`) })
              : t('trial.aborted', { problem: problemWords(problem) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
