'use client';

import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { durationPhrase } from '@/lib/policy/phrase';
import { usePhrase } from './phrase';
import classes from './retry-timeline.module.css';

/** Longer lists show their start and their last attempt. */
const MAX_SHOWN = 12;
const FIRST_SHOWN = 10;

/**
 * When each attempt starts, in clock times, and when it gives up. `startsMs` are offsets from the
 * first attempt in ms (tries that take no time), `firstAt` the instant that stands for the first.
 */
export function RetryTimeline({ startsMs, firstAt }: { startsMs: readonly number[]; firstAt: Date }) {
  const t = useTranslations('terms.timeline');
  const say = usePhrase();
  const format = useFormatter();
  const total = startsMs.at(-1) ?? 0;
  const attempts = startsMs.map((ms, index) => ({ ms, n: index + 1 }));
  const cut = attempts.length > MAX_SHOWN;
  const shown = cut ? [...attempts.slice(0, FIRST_SHOWN), ...attempts.slice(-1)] : attempts;
  const sameDay = total < 12 * 3_600_000;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('from', { at: format.dateTime(firstAt, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }) })}
      </Text>
      <div className={classes.track} aria-hidden="true">
        {startsMs.slice(0, 100).map((ms) => (
          <span key={ms} className={classes.mark} style={{ left: `${total === 0 ? 0 : (ms / total) * 100}%` }} />
        ))}
      </div>
      <ol className={classes.list}>
        {shown.map(({ ms, n }) => (
          <Fragment key={n}>
            {cut && n === attempts.length ? (
              <li className={classes.more}>{t('more', { count: attempts.length - shown.length })}</li>
            ) : null}
            <li className={classes.row}>
              <span className="tabular">
                {format.dateTime(new Date(firstAt.getTime() + ms), {
                  hour: '2-digit',
                  minute: '2-digit',
                  second: '2-digit',
                  // Not `hour12: false`: engines differ on whether the first hour of a day is then 24 or 00.
                  hourCycle: 'h23',
                  ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
                })}
              </span>
              <span>{t('attempt', { n })}</span>
              <span className={`tabular ${classes.offset}`}>
                {ms === 0 ? '' : t('after', { duration: say(durationPhrase(ms)) })}
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
      <Text size="sm" fw={600}>
        {startsMs.length === 1 ? t('once') : t('givesUp', { duration: say(durationPhrase(total)) })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('plusTries')}
      </Text>
    </div>
  );
}
