import { getTranslations } from 'next-intl/server';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';
import { FINDINGS } from '@/lib/judge/finding';
import classes from './conformance.module.css';

const RULES = ['inForce', 'schedule', 'handOff', 'counts'] as const;

/** What each finding means and how it is judged; always visible. */
export async function Rules() {
  const t = await getTranslations('conformance');
  return (
    <FinePrint>
      <FinePrintPart title={t('rules.title')}>
        <dl className={classes.list}>
          {RULES.map((rule) => (
            <div key={rule}>
              <dt>{t(`rules.${rule}.name`)}</dt>
              <dd>{t(`rules.${rule}.rule`)}</dd>
            </div>
          ))}
          {FINDINGS.map((kind) => (
            <div key={kind}>
              <dt>{t(`finding.${kind}`)}</dt>
              <dd>{t(`meaning.${kind}`)}</dd>
            </div>
          ))}
        </dl>
      </FinePrintPart>
    </FinePrint>
  );
}
