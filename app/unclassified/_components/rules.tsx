import { useTranslations } from 'next-intl';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';

const RULES = ['unclassified', 'failures', 'raw', 'nodes'] as const;

/** What is counted as unclassified, and how; always visible. */
export function Rules() {
  const t = useTranslations('unclassified.rules');
  return (
    <FinePrint>
      <FinePrintPart title={t('title')}>
        <ul style={{ margin: '4px 0 0', paddingInlineStart: 18, maxWidth: '80ch' }}>
          {RULES.map((rule) => (
            <li key={rule}>{t.rich(rule, { b: (words) => <strong>{words}</strong> })}</li>
          ))}
        </ul>
      </FinePrintPart>
    </FinePrint>
  );
}
