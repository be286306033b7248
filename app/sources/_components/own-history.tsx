import { useTranslations } from 'next-intl';
import { ClientMessages } from '@/components/ui/client-messages';
import type { ThresholdSetting } from '@/lib/history/threshold-sample';
import { Section } from './section';
import classes from './sources.module.css';
import { ThresholdSample } from './threshold-section';

/** Failpath's own source, of which there is nothing to connect: only what its thresholds rest on. */
export function OwnHistory({
  own: { sourceId, ...setting },
  mayEdit,
}: {
  own: ThresholdSetting & { readonly sourceId: string };
  mayEdit: boolean;
}) {
  const t = useTranslations('thresholdSetting.own');
  return (
    <Section id="own" title={t('title')}>
      <div className={classes.own}>
        <p className={classes.hint}>{t('body')}</p>
        <ClientMessages namespaces={['thresholdSetting']}>
          <ThresholdSample sourceId={sourceId} setting={setting} mayEdit={mayEdit} />
        </ClientMessages>
      </div>
    </Section>
  );
}
