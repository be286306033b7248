import type { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

/** In few words why a hand-off was made. */
export function whyWords(
  t: ReturnType<typeof useTranslations<'inbox'>>,
  { trigger, limit, stoppedEarly, attempt }: WhyInput,
): string {
  const reason = trigger === 'terminal' ? 'terminal' : (stoppedEarly ?? limit ?? 'max_attempts');
  return messageOf(t, `why.${reason}`, { count: attempt }) ?? reason;
}

export interface WhyInput {
  readonly trigger: string;
  readonly limit: string | null;
  readonly stoppedEarly: string | null;
  readonly attempt: number;
}
