'use client';

import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight, IconSettings } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import type { BusinessCycle } from '@/lib/history/cycle';
import { daysText as linkOfDays, type Period, ROLLING_DAYS, stepCycle } from '@/lib/history/window';
import classes from './period-bar.module.css';
import { daysText } from './period-text';

const CyclesDialog = dynamic(() => import('./cycles-dialog').then((module) => module.CyclesDialog), { ssr: false });

export interface PeriodBarProps {
  readonly period: Period;
  readonly cycles: readonly BusinessCycle[];
  /** Today on the reader's calendar, `YYYY-MM-DD`. */
  readonly today: string;
  readonly choose: (period: string) => void;
}

/** What is counted over: the last days, days from and to, or a business cycle with steps to the periods before. */
export function PeriodBar({ period, cycles, today, choose }: PeriodBarProps) {
  const t = useTranslations('failures.period');
  const [custom, setCustom] = useState(false);
  const [managing, setManaging] = useState<'closed' | 'open' | 'never'>('never');
  return (
    <>
      <fieldset className={classes.bar} aria-label={t('label')}>
        <div className={classes.lengths}>
          {ROLLING_DAYS.map((days) => (
            <button
              key={days}
              type="button"
              className={classes.length}
              aria-pressed={period.kind === 'rolling' && period.days === days}
              onClick={() => choose(String(days))}
            >
              {t('days', { days })}
            </button>
          ))}
          <button
            type="button"
            className={classes.length}
            aria-pressed={period.kind === 'days'}
            aria-expanded={custom}
            onClick={() => setCustom(!custom)}
          >
            <IconCalendar size={15} stroke={1.7} aria-hidden />
            {t('custom')}
          </button>
        </div>
        {cycles.length > 0 ? (
          <NativeSelect
            className={classes.cycle}
            aria-label={t('cycle')}
            data={[
              { value: '', label: t(period.kind === 'cycle' ? 'noCycle' : 'cycle') },
              ...cycles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={period.kind === 'cycle' ? period.cycle.id : ''}
            onChange={(event) => {
              const id = event.currentTarget.value;
              choose(id === '' ? String(ROLLING_DAYS[1]) : `cycle:${id}`);
            }}
          />
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconSettings size={15} stroke={1.7} aria-hidden />}
          onClick={() => setManaging('open')}
        >
          {t(cycles.length > 0 ? 'manage' : 'defineFirst')}
        </Button>
      </fieldset>
      {period.kind === 'cycle' ? <Steps period={period} choose={choose} /> : null}
      {custom ? <CustomDays period={period} today={today} choose={choose} /> : null}
      {managing === 'never' ? null : (
        <CyclesDialog
          opened={managing === 'open'}
          onClose={() => setManaging('closed')}
          cycles={cycles}
          today={today}
          choose={choose}
        />
      )}
    </>
  );
}

/** The chosen period of a cycle, with the way to the one before and the one after it. */
function Steps({ period, choose }: { period: Period; choose: (period: string) => void }) {
  const all = useTranslations('failures');
  const t = useTranslations('failures.period');
  const format = useFormatter();
  if (period.kind !== 'cycle') return null;
  const step = (steps: number, label: string, Icon: typeof IconChevronLeft) => {
    const to = stepCycle(period, steps);
    return (
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        title={label}
        disabled={to === null}
        onClick={() => to !== null && choose(to)}
      >
        <Icon size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <div className={classes.steps}>
      {step(1, t('before'), IconChevronLeft)}
      <span className={classes.days}>{daysText(all, format, period)}</span>
      {step(-1, t('after'), IconChevronRight)}
      {period.back === 0 ? <span className={classes.dim}>{t('current')}</span> : null}
    </div>
  );
}

/** Days from and to. What does not hold is said by the server, beside the figures. */
function CustomDays({ period, today, choose }: Pick<PeriodBarProps, 'period' | 'today' | 'choose'>) {
  const t = useTranslations('failures.period');
  const shown = period.kind === 'rolling' ? { first: '', last: today } : period;
  const [first, setFirst] = useState(shown.first);
  const [last, setLast] = useState(shown.last);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(linkOfDays({ first, last }));
  };
  return (
    <form className={classes.custom} onSubmit={submit}>
      <TextInput
        type="date"
        label={t('first')}
        value={first}
        max={today}
        required
        withAsterisk={false}
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('last')}
        value={last}
        required
        withAsterisk={false}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      <Button type="submit">{t('show')}</Button>
    </form>
  );
}
