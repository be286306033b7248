import { Radio } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import type { TrialPlan } from '@/lib/drills/plan';
import { CHANNEL_MODES } from '@/lib/drills/vocabulary';
import { durationPhrase } from '@/lib/policy/phrase';
import type { Choices } from './choices';
import classes from './drill.module.css';

/** What becomes of messages, and how fast long waits pass. */
export function HowChoice({
  choices,
  plans,
  mayReallySend,
  recipientName,
  onChange,
}: {
  choices: Choices;
  plans: readonly TrialPlan[];
  mayReallySend: boolean;
  recipientName: string | null;
  onChange: (part: Partial<Choices>) => void;
}) {
  const t = useTranslations('drills.plan');
  const say = usePhrase();
  const { channels, clock, runner } = choices;
  const duration = say(durationPhrase(plans.reduce((sum, { lastsMs }) => sum + lastsMs, 0)));
  const realHint = mayReallySend ? t('realHint') : t('realMayNot', { group: recipientName ?? '' });
  return (
    <>
      <fieldset className={classes.part}>
        <legend>{t('channelsTitle')}</legend>
        <div className={classes.options}>
          {CHANNEL_MODES.map((each) => (
            <Radio
              key={each}
              name="channels"
              value={each}
              checked={channels === each}
              disabled={each === 'real' && !mayReallySend}
              label={t(each)}
              description={each === 'real' ? realHint : t('captureHint')}
              onChange={() => onChange({ channels: each })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{t('clockTitle')}</legend>
        {runner === 'builtin' ? (
          <div className={classes.options}>
            <Radio
              name="clock"
              value="shortened"
              checked={clock === 'shortened'}
              label={t('shortened')}
              description={t('shortenedHint')}
              onChange={() => onChange({ clock: 'shortened' })}
            />
            <Radio
              name="clock"
              value="real"
              checked={clock === 'real'}
              label={t('realClock')}
              description={t('realClockHint', { duration })}
              onChange={() => onChange({ clock: 'real' })}
            />
          </div>
        ) : (
          <p className={classes.quiet}>{t('platformClock', { duration })}</p>
        )}
      </fieldset>
    </>
  );
}
