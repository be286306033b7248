import { getTranslations } from 'next-intl/server';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';
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
    <FinePrint>
      <FinePrintPart title={t('title')}>
        <dl className={classes.list}>
          {RULES.map((rule) => (
            <div key={rule}>
              <dt>{t(`${rule}.name`)}</dt>
              <dd>{t(`${rule}.rule`)}</dd>
            </div>
          ))}
        </dl>
      </FinePrintPart>
    </FinePrint>
  );
}
