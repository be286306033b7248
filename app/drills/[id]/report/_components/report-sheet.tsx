'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { ClaimBox } from '@/app/drills/_components/claim-box';
import { RunFacts } from '@/app/drills/_components/run-facts';
import { RunStateMark } from '@/app/drills/_components/state-marks';
import { TrialCards } from '@/app/drills/_components/trial-card';
import { useRunWords } from '@/app/drills/_components/use-run-words';
import { usePhrase } from '@/components/policy/phrase';
import { lastRounds } from '@/lib/drills/claim';
import type { ShownRun } from '@/lib/drills/run';
import type { CertificateStanding } from '@/lib/drills/standing';
import type { Locale } from '@/lib/i18n/locales';
import type { Phrase } from '@/lib/policy/phrase';
import classes from './report.module.css';

interface ReportProps {
  readonly language: Locale;
  readonly run: ShownRun;
  readonly nodeId: string;
  /** What was drilled, in words; null = it cannot be read. */
  readonly rule: readonly Phrase[] | null;
  /** Passes of this run that the node still has, whether they hold or not. */
  readonly certificates: readonly CertificateStanding[];
  readonly zone: string;
  readonly now: Date;
}

/** All that a run did, saw and proves, in the language of the provider around it. */
export function ReportSheet({ language, run, nodeId, rule, certificates, zone, now }: ReportProps) {
  const t = useTranslations('drills');
  const { problemWords } = useRunWords();
  const format = useFormatter();
  const at = (date: Date) => format.dateTime(date, { dateStyle: 'long', timeStyle: 'medium' });
  const counted = lastRounds(run.trials).filter(({ state }) => state !== 'not_applicable');
  const passed = counted.filter(({ state }) => state === 'passed').length;
  return (
    <article lang={language} className={classes.sheet} aria-labelledby="report">
      <header>
        <h1 className={classes.title} id="report">
          {t('report.heading')}
        </h1>
        <p className={classes.subject}>
          {t('report.subject', { node: run.node.name, nodeId, workflow: run.workflow.name })}
        </p>
        <p className={classes.quiet}>{t('report.made', { id: run.id, by: run.requestedBy, at: at(run.createdAt) })}</p>
        <p className={classes.quiet}>
          {t('report.printed', { at: at(now) })} {t('report.zone', { zone })}
        </p>
        <div className={classes.result}>
          <RunStateMark state={run.state} />
          <span>{t('run.summary', { passed, total: counted.length })}</span>
          {run.state === 'aborted' ? <span>{t('list.aborted', { problem: problemWords(run.problem) })}</span> : null}
        </div>
      </header>
      <ClaimBox run={run} />
      <section className={classes.part} aria-labelledby="rule">
        <h2 className={classes.heading} id="rule">
          {t('report.policy')}
        </h2>
        <p className={classes.quiet}>
          {t('report.policyHint', { node: run.nodeVersion, workflow: run.workflowVersion })}
        </p>
        {rule === null ? <p>{t('report.invalid')}</p> : <Rule rule={rule} />}
      </section>
      <section className={classes.part} aria-labelledby="certificates">
        <h2 className={classes.heading} id="certificates">
          {t('report.certificates')}
        </h2>
        <Certificates run={run} certificates={certificates} />
      </section>
      <RunFacts run={run} />
      <section aria-labelledby="drills" className={classes.cards}>
        <h2 className={classes.heading} id="drills">
          {t('report.drills')}
        </h2>
        <TrialCards run={run} paper />
      </section>
    </article>
  );
}

function Rule({ rule }: { rule: readonly Phrase[] }) {
  const say = usePhrase();
  return (
    <ul className={classes.rule}>
      {rule.map((phrase) => (
        <li key={JSON.stringify(phrase)}>{say(phrase)}</li>
      ))}
    </ul>
  );
}

/** Each pass of the run: as it holds now, or that a later run has taken its place. */
function Certificates({ run, certificates }: Pick<ReportProps, 'run' | 'certificates'>) {
  const t = useTranslations('drills.report');
  const { nameOf, whereWords } = useRunWords();
  const format = useFormatter();
  const on = (date: Date) => format.dateTime(date, { dateStyle: 'long' });
  const passed = lastRounds(run.trials).filter(({ state }) => state === 'passed');
  if (passed.length === 0) return <p className={classes.quiet}>{t('noCertificates')}</p>;
  return (
    <ul className={classes.rule}>
      {passed.map(({ drill }) => {
        const standing = certificates.find(({ certificate }) => certificate.drill === drill);
        if (standing === undefined) return <li key={drill}>{t('certificateGone', { drill: nameOf(drill) })}</li>;
        const { certificate, voidedBy, holdsUntil } = standing;
        const named = {
          drill: nameOf(drill),
          kind: t(`certificateKinds.${certificate.kind}`),
          at: on(certificate.passedAt),
        };
        const why = format.list(voidedBy.map((each) => t(`voidedBy.${each}`)));
        return (
          <li key={drill}>
            {voidedBy.length > 0
              ? t('certificateVoid', { ...named, why })
              : t('certificate', { ...named, target: whereWords(run), until: on(holdsUntil) })}
          </li>
        );
      })}
    </ul>
  );
}
