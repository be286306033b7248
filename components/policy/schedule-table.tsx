'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { SchedulePair } from '@/lib/dialects/schedules';
import { durationPhrase } from '@/lib/policy/phrase';
import type { DelayRange } from '@/lib/policy/schedule';
import { usePhrase } from './phrase';
import classes from './schedule-table.module.css';

/** Longer lists show their start and their last wait. */
const MAX_SHOWN = 8;

/** Both schedules side by side, attempt by attempt. `caption` says whose they are. */
export function ScheduleTable({ schedules, caption }: { schedules: SchedulePair; caption: string }) {
  const t = useTranslations('common.schedules');
  const say = usePhrase();
  const label = useId();
  const { ours, engine } = schedules;
  const theirs = engine?.waits ?? [];
  const rows = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, i) => i);
  const shown = rows.length > MAX_SHOWN ? [...rows.slice(0, MAX_SHOWN - 1), ...rows.slice(-1)] : rows;
  const words = (wait: DelayRange | undefined) => {
    if (!wait) return t('none');
    if (wait.min === wait.max) return wait.max === 0 ? t('atOnce') : say(durationPhrase(wait.max));
    return t('range', {
      min: wait.min === 0 ? '0' : say(durationPhrase(wait.min)),
      max: say(durationPhrase(wait.max)),
    });
  };
  return (
    <div className={classes.scroll}>
      <p id={label}>{caption}</p>
      <table className={classes.table} aria-labelledby={label}>
        <thead>
          <tr>
            <th scope="col">{t('attempt')}</th>
            <th scope="col">{t('ours')}</th>
            <th scope="col">{t('engine')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((i) => (
            <tr key={i} data-same={same(ours[i], theirs[i]) || undefined}>
              <th scope="row" className="tabular">
                {i + 2}
              </th>
              <td className="tabular">{words(ours[i])}</td>
              <td className="tabular">{words(theirs[i])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {engine?.endless ? <p>{t('endless')}</p> : null}
      {rows.length > shown.length ? <p>{t('left', { count: rows.length - shown.length })}</p> : null}
    </div>
  );
}

function same(a: DelayRange | undefined, b: DelayRange | undefined): boolean {
  return a?.min === b?.min && a?.max === b?.max;
}
