import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePhrase } from '@/components/policy/phrase';
import { Below, Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { timesFaster } from '@/lib/drills/claim';
import type { ShownRun } from '@/lib/drills/run';
import { durationPhrase } from '@/lib/policy/phrase';
import classes from './run.module.css';
import { useRunWords } from './use-run-words';

/** Where, how and when a run went. */
export function RunFacts({ run }: { run: ShownRun }) {
  const t = useTranslations('drills');
  const f = useTranslations('drills.run.facts');
  const { whereWords } = useRunWords();
  const format = useFormatter();
  const say = usePhrase();
  const { recipient, testNode, startedAt, endedAt, createdAt, againOf } = run;
  const at = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'medium' });
  const fastest = Math.max(1, ...run.trials.map((trial) => trial.fastest));
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 className={classes.heading} id="facts">
        {f('title')}
      </h2>
      <dl className={classes.facts}>
        <Fact name={f('where')}>
          {whereWords(run)}
          {run.runner === 'person' ? <Below>{t('runners.person')}</Below> : null}
        </Fact>
        {testNode === null ? null : <Fact name={f('testNode')}>{testNode}</Fact>}
        <Fact name={f('version')}>{f('versionValue', { node: run.nodeVersion, workflow: run.workflowVersion })}</Fact>
        <Fact name={f('recipient')}>
          {recipient === null ? <Caution>{f('nobody')}</Caution> : <Group recipient={recipient} />}
        </Fact>
        <Fact name={f('channels')}>{t(`channelModes.${run.channels}`)}</Fact>
        <Fact name={f('clock')}>
          {t(`clocks.${run.clock}`)}
          {fastest > 1 ? <Below>{f('faster', { times: timesFaster(fastest) })}</Below> : null}
        </Fact>
        <Fact name={f('started')}>{at(startedAt ?? createdAt)}</Fact>
        {endedAt === null ? null : (
          <>
            <Fact name={f('ended')}>{at(endedAt)}</Fact>
            <Fact name={f('duration')}>
              {say(durationPhrase(endedAt.getTime() - (startedAt ?? createdAt).getTime()))}
            </Fact>
          </>
        )}
        {againOf === null ? null : (
          <Fact name={f('againOf')}>
            <TextLink href={`/drills/${againOf}`}>{f('againOfLink')}</TextLink>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Group({ recipient: { slug, name, id } }: { recipient: NonNullable<ShownRun['recipient']> }) {
  return id === null ? <Caution>{slug}</Caution> : <TextLink href={`/groups/${id}`}>{name ?? slug}</TextLink>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
