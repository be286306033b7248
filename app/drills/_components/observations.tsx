import { useFormatter, useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import { useProblemWords } from '@/components/reach/health-line';
import { TextLink } from '@/components/ui/text-link';
import { messageOf } from '@/lib/i18n/message';
import type { Observation } from '@/lib/judge/drill';
import { durationPhrase } from '@/lib/policy/phrase';
import { type MendSubject, mendHref } from './mend-href';
import { observationValues, type SayValue } from './observation-values';
import { VerdictMark } from './state-marks';
import classes from './trial.module.css';

/** What was looked at, what was expected and seen, and where a failed one is mended. */
export function Observations({
  observations,
  subject,
  groupNames,
}: {
  observations: readonly Observation[];
  subject: MendSubject;
  /** Names of owner groups by slug; a slug without a name stands for itself. */
  groupNames: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('drills');
  if (observations.length === 0) return <p className={classes.quiet}>{t('trial.notJudged')}</p>;
  return (
    <ul className={classes.observations}>
      {observations.map((observation) => (
        <li key={observation.key} className={classes.observation} data-observation={observation.key}>
          <VerdictMark verdict={observation.verdict} />
          <strong>{t(`observations.${observation.key}`)}</strong>
          <div>
            <Seen observation={observation} groupNames={groupNames} />{' '}
            {observation.mend === undefined ? null : (
              <TextLink href={mendHref(observation.mend, subject)}>{t(`mend.${observation.mend}`)}</TextLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Seen({ observation, groupNames }: { observation: Observation; groupNames: ReadonlyMap<string, string> }) {
  const t = useTranslations('drills.observation');
  const sayValue = useValues(groupNames);
  const { key, reason } = observation;
  return messageOf(t, `${key}.${reason}`, observationValues(observation, sayValue)) ?? reason;
}

function useValues(groupNames: ReadonlyMap<string, string>): SayValue {
  const c = useTranslations('common.values');
  const fields = useTranslations('terms.recordField');
  const format = useFormatter();
  const phrase = usePhrase();
  const problemWords = useProblemWords();
  return (name, value) => {
    if (name === 'problem') return problemWords(value === null ? null : `${value}`);
    if (name === 'code') return value ?? c('noCode');
    if (value === null) return c('none');
    if (name.endsWith('Ms') && typeof value === 'number') return phrase(durationPhrase(value));
    if (typeof value !== 'string') return value;
    if (name === 'recipient') return groupNames.get(value) ?? value;
    if (name === 'fields') return format.list(value.split(', ').map((field) => messageOf(fields, field) ?? field));
    return value;
  };
}
