import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { ThresholdSetting } from '@/lib/history/threshold-sample';
import { Section } from './section';
import classes from './sources.module.css';
import { ThresholdForm } from './threshold-form';

/** What the thresholds of a source rest on, to be changed by those who may. */
export function ThresholdSection({
  sourceId,
  setting: { windowDays, minimum },
  mayEdit,
}: {
  sourceId: string;
  setting: ThresholdSetting;
  mayEdit: boolean;
}) {
  const t = useTranslations('thresholdSetting');
  const held = { ...minimum, windowDays };
  return (
    <Section id="thresholds" title={t('title')}>
      <p className={classes.hint}>{t('hint')}</p>
      {mayEdit ? (
        <ThresholdForm key={JSON.stringify(held)} sourceId={sourceId} held={held} />
      ) : (
        <p className={classes.hint}>{t('held', { ...minimum, days: windowDays })}</p>
      )}
      <div>
        <TextLink href="/thresholds">{t('list')}</TextLink>
      </div>
    </Section>
  );
}
