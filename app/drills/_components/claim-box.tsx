import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type Claim, claimsOf } from '@/lib/drills/claim';
import type { ShownRun } from '@/lib/drills/run';
import { messageOf } from '@/lib/i18n/message';
import classes from './run.module.css';
import { useRunWords } from './use-run-words';

/** Says in words what a run proves and what it does not, so that nobody takes it for more. */
export function ClaimBox({ run }: { run: ShownRun }) {
  const t = useTranslations('drills.claim');
  const { proves, provesNot } = claimsOf(run);
  return (
    <section className={classes.card} aria-labelledby="claim">
      <h2 className={classes.heading} id="claim">
        {t('title')}
      </h2>
      <h3 className={classes.small}>{t('proves')}</h3>
      {proves.length > 0 ? (
        <ul className={classes.claims} data-tone="good">
          {proves.map((claim) => (
            <li key={claim.key}>
              <IconCircleCheck size={15} stroke={2} aria-hidden />
              <span>
                <Words claim={claim} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{t(run.endedAt === null ? 'nothingYet' : 'nothing')}</p>
      )}
      {run.endedAt === null || provesNot.length === 0 ? null : (
        <>
          <h3 className={classes.small}>{t('provesNot')}</h3>
          <ul className={classes.claims}>
            {provesNot.map((claim) => (
              <li key={claim.key}>
                <IconCircleMinus size={15} stroke={2} aria-hidden />
                <span>
                  <Words claim={claim} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Words({ claim: { key, values, drills } }: { claim: Claim }) {
  const t = useTranslations('drills.claim');
  const { namesOf, environmentWords } = useRunWords();
  const spoken = {
    ...values,
    ...(typeof values?.environment === 'string' && { environment: environmentWords(values.environment) }),
    ...(drills && { names: namesOf(drills) }),
  };
  return messageOf(t, key, spoken) ?? key;
}
