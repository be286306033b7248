import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { pictureTop } from '@/lib/insight/threshold-picture';
import { useDayText } from './series';
import classes from './threshold-bars.module.css';

/** Of the height of the picture. */
const PERCENT = 100;

/**
 * Failed executions per day with the thresholds as lines in it: what is written is a solid line, what is suggested a
 * dashed one, each with its word. The same figures stand behind it as a table, made when it is asked for.
 */
export function ThresholdBars({
  code,
  days,
  counts,
  unrecorded,
  written,
  suggested,
  measured,
}: {
  /** As it is named in the label. */
  code: string;
  /** Days of UTC (`YYYY-MM-DD`), oldest first. */
  days: readonly string[];
  counts: readonly number[];
  /** So many days at the beginning are older than the history. */
  unrecorded: number;
  /** Failed executions a day; null = no line. */
  written: number | null;
  suggested: number | null;
  /** False: what is suggested is the default. */
  measured: boolean;
}) {
  const t = useTranslations('thresholdForm.picture');
  const format = useFormatter();
  const dayText = useDayText();
  const most = Math.max(0, ...counts);
  const top = pictureTop(counts, [written ?? 0, suggested ?? 0]);
  const limit = written ?? suggested;
  const above = limit === null ? 0 : counts.filter((count) => count > limit).length;
  const peak = days[counts.indexOf(most)] ?? '';
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const word = measured ? 'suggested' : 'default';
  const fallback = suggested === null ? 'none' : word;
  const label = t('label', {
    code,
    first: dayText(first),
    last: dayText(last),
    most,
    peak: dayText(peak),
    line: written === null ? fallback : 'written',
    limit: limit ?? 0,
    above,
  });
  const same = written !== null && written === suggested;
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={label} className={classes.drawing}>
        <span className={classes.top}>{format.number(top)}</span>
        <div className={classes.bars}>
          {days.map((day, i) => (
            <Bar
              key={day}
              day={day}
              count={counts[i] ?? 0}
              top={top}
              unrecorded={i < unrecorded}
              above={limit !== null && (counts[i] ?? 0) > limit}
            />
          ))}
          {written === null ? null : (
            <Line
              kind="written"
              at={(PERCENT * written) / top}
              text={same ? t('both', { suggested: measured ? 'yes' : 'no' }) : t('written')}
            />
          )}
          {suggested === null || same ? null : (
            <Line kind="suggested" at={(PERCENT * suggested) / top} text={t(word)} />
          )}
        </div>
        <div className={classes.labels}>
          <span>{dayText(first)}</span>
          <span>{t('perDay')}</span>
          <span>{dayText(last)}</span>
        </div>
      </div>
      <Figures {...{ code, days, counts, unrecorded, limit }} />
    </figure>
  );
}

function Bar({
  day,
  count,
  top,
  unrecorded,
  above,
}: {
  day: string;
  count: number;
  top: number;
  unrecorded: boolean;
  above: boolean;
}) {
  const format = useFormatter();
  const dayText = useDayText();
  const cut = count > top;
  return (
    <span className={classes.bar} data-unrecorded={unrecorded || undefined} data-cut={cut || undefined}>
      <span
        data-above={above || undefined}
        style={{ height: `${(PERCENT * Math.min(count, top)) / top}%` }}
        title={`${dayText(day)}: ${format.number(count)}`}
      />
      {cut ? <b>{format.number(count)}</b> : null}
    </span>
  );
}

function Line({ kind, at, text }: { kind: 'written' | 'suggested'; at: number; text: string }) {
  return (
    <span className={classes.line} data-kind={kind} style={{ bottom: `${at}%` }}>
      <span>{text}</span>
    </span>
  );
}

function Figures({
  code,
  days,
  counts,
  unrecorded,
  limit,
}: {
  code: string;
  days: readonly string[];
  counts: readonly number[];
  unrecorded: number;
  limit: number | null;
}) {
  const t = useTranslations('thresholdForm.picture');
  const format = useFormatter();
  const dayText = useDayText();
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('tableFor', { code })}>{t('table')}</summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
        <section className={classes.scroll} aria-label={t('tableLabel', { code })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                <th scope="col">{t('failed')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map((day, i) => (
                <tr key={day}>
                  <th scope="row">{dayText(day, 'long')}</th>
                  <td>
                    {i < unrecorded ? `${t('unrecorded')} ` : ''}
                    {limit !== null && (counts[i] ?? 0) > limit ? `▲ ${t('above')} ` : ''}
                    {format.number(counts[i] ?? 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
