import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { ThresholdSetting } from '@/lib/history/threshold-sample';
import { Section } from './section';
import classes from './sources.module.css';
import { ThresholdForm } from './threshold-form';

interface Props {
  readonly sourceId: string;
  readonly setting: ThresholdSetting;
  readonly mayEdit: boolean;
}

/** What the thresholds of a source rest on, as a part of its page. */
export function ThresholdSection(props: Props) {
  const t = useTranslations('thresholdSetting');
  return (
    <Section id="thresholds" title={t('title')}>
      <ThresholdSample {...props} />
    </Section>
  );
}

/** What the thresholds of a source rest on, to be changed by those who may. */
export function ThresholdSample({ sourceId, setting: { windowDays, minimum }, mayEdit }: Props) {
  const t = useTranslations('thresholdSetting');
  const held = { ...minimum, windowDays };
  return (
    <>
      <p className={classes.hint}>{t('hint')}</p>
      {mayEdit ? (
        <ThresholdForm key={JSON.stringify(held)} sourceId={sourceId} held={held} />
      ) : (
        <p className={classes.hint}>{t('held', { ...minimum, days: windowDays })}</p>
      )}
      <div className={classes.link}>
        <TextLink href="/thresholds">{t('list')}</TextLink>
      </div>
    </>
  );
}
