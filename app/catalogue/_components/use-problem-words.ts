import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

/** Why an entry cannot be kept, in words. */
export function useProblemWords(): (refusal: { readonly reason: string }) => string {
  const t = useTranslations('catalogue.problems');
  const refusals = useTranslations('common.refusals');
  return (refusal) => {
    const { reason, ...values } = refusal;
    const known = Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
    );
    return messageOf(t, reason, known) ?? messageOf(refusals, reason) ?? refusals('unexpected');
  };
}
