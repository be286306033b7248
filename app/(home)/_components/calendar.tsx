import { IconArrowRight } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import { type CalendarCell, type HomeScope, shadeOf } from '@/lib/insight/home';
import { failuresOf } from '../search-params';
import classes from './calendar.module.css';
import home from './home.module.css';

/** A day of the calendar is no instant: it is written as UTC has it. */
const atUtc = (day: string) => new Date(`${day}T00:00:00Z`);

/** How often something of the scope failed on each day, as weeks; a day opens its failures. Null = no history yet. */
export function Calendar({ weeks, scope }: { weeks: readonly (readonly CalendarCell[])[] | null; scope: HomeScope }) {
  const t = useTranslations('home.calendar');
  const format = useFormatter();
  const cells = (weeks ?? []).flat();
  const counts = cells.map(({ failures }) => failures ?? 0);
  const most = Math.max(0, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const first = cells.find(({ failures }) => failures !== null)?.day;
  return (
    <section aria-labelledby="by-day" className={home.part}>
      <h2 id="by-day" className={home.heading}>
        {t('title')}
      </h2>
      {weeks === null ? (
        <p className={home.rest}>{t('none')}</p>
      ) : (
        <>
          <table className={classes.calendar} aria-label={t('table')}>
            <thead>
              <tr>
                {(weeks[0] ?? []).map(({ day }) => (
                  <th key={day} scope="col">
                    {format.dateTime(atUtc(day), { weekday: 'short', timeZone: 'UTC' })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]?.day}>
                  {week.map((cell) => (
                    <Day key={cell.day} cell={cell} most={most} named={cell.day === first} scope={scope} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={home.rest}>
            <strong>{t('total', { count: total })}</strong>{' '}
            <TextLink href={failuresOf(scope, null)}>
              {t('open', { scope })} <IconArrowRight size={13} stroke={2} aria-hidden className={home.inline} />
            </TextLink>
          </p>
          <p className={home.rest}>{t('note', { scope })}</p>
        </>
      )}
    </section>
  );
}

function Day({
  cell: { day, failures },
  most,
  named,
  scope,
}: {
  cell: CalendarCell;
  most: number;
  named: boolean;
  scope: HomeScope;
}) {
  const t = useTranslations('home.calendar');
  const format = useFormatter();
  if (failures === null) return <td className={classes.outside} />;
  const at = atUtc(day);
  const withMonth = named || day.endsWith('-01');
  // Where a language writes months in figures, the figures alone fit the box of a phone: 10/31.
  const inFigures = /\d/.test(format.dateTime(at, { timeZone: 'UTC', month: 'short' }));
  const date = format.dateTime(at, {
    timeZone: 'UTC',
    day: 'numeric',
    ...(withMonth && { month: inFigures ? 'numeric' : 'short' }),
  });
  const full = format.dateTime(at, { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <td>
      <Link
        href={failuresOf(scope, day)}
        className={classes.day}
        data-shade={shadeOf(failures, most)}
        aria-label={t('day', { day: full, count: failures })}
        prefetch={false}
      >
        <span className={classes.date}>{date}</span>
        <span className={classes.count}>{format.number(failures, { notation: 'compact' })}</span>
      </Link>
    </td>
  );
}
