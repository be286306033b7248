import { getTranslations } from 'next-intl/server';
import classes from './rules.module.css';

const RULES = [
  'window',
  'failures',
  'executions',
  'rate',
  'final',
  'recovered',
  'seen',
  'class',
  'owner',
  'drills',
] as const;

/** How each figure of the page is counted; always visible. */
export async function Rules() {
  const t = await getTranslations('failures.rules');
  return (
    <section className={classes.rules} aria-labelledby="failure-rules">
      <h2 id="failure-rules" className={classes.title}>
        {t('title')}
      </h2>
      <dl className={classes.list}>
        {RULES.map((rule) => (
          <div key={rule}>
            <dt>{t(`${rule}.name`)}</dt>
            <dd>{t(`${rule}.rule`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
