import { useTranslations } from 'next-intl';
import { Dim } from '@/components/ui/marks';
import type { Bounded } from '@/lib/operations/status';

/** A count that may have ended at its limit: "1,000+". */
export function Amount({ of: { count, more } }: { of: Bounded }) {
  const t = useTranslations('operations');
  if (count === 0 && !more) return <Dim>{t('amount', { count })}</Dim>;
  return <span className="tabular">{t(more ? 'amountMore' : 'amount', { count })}</span>;
}
