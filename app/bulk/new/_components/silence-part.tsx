import { useTranslations } from 'next-intl';
import { DurationInput } from '@/components/form/duration-input';
import type { BulkFormState } from './use-bulk-form';

/** How long the same failure stays quiet after a notification. */
export function SilencePart({ form }: { form: BulkFormState }) {
  const t = useTranslations('node.alert');
  return (
    <div style={{ maxWidth: 300 }}>
      <DurationInput
        label={t('silence')}
        description={t('silenceHint')}
        optional
        value={form.entry.silence}
        error={form.messageAt(['alert', 'silence'])}
        onChange={(silence) => form.edit({ silence })}
      />
    </div>
  );
}
