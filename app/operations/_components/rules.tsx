import { getTranslations } from 'next-intl/server';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';
import { TextLink } from '@/components/ui/text-link';
import classes from './operations.module.css';

const RULES = ['processes', 'leads', 'messages', 'wakes', 'lag', 'writer'] as const;

/** What each figure counts; always visible. */
export async function Rules() {
  const t = await getTranslations('operations');
  return (
    <FinePrint>
      <FinePrintPart title={t('rules.title')}>
        <dl className={classes.rules}>
          {RULES.map((rule) => (
            <div key={rule}>
              <dt>{t(`rules.${rule}.name`)}</dt>
              <dd>{t(`rules.${rule}.rule`)}</dd>
            </div>
          ))}
        </dl>
        <p>
          {t('rules.metrics')} <TextLink href="/api-docs#getMetrics">GET /api/v1/metrics</TextLink>
        </p>
      </FinePrintPart>
    </FinePrint>
  );
}
