import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import classes from './day-chip.module.css';
import { dayText } from './period-text';

/** The one day that the page is narrowed to: takes it off, or steps to its neighbours (null where there is none). */
export function DayChip({
  day,
  before,
  after,
  choose,
}: {
  day: string;
  before: string | null;
  after: string | null;
  choose: (day: string | null) => void;
}) {
  const t = useTranslations('failures.day');
  const format = useFormatter();
  const name = dayText(format, day);
  const step = (to: string | null, label: string, Icon: typeof IconX) => (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      title={label}
      disabled={to === null}
      onClick={() => choose(to)}
    >
      <Icon size={15} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.chips}>
      {step(before, t('before'), IconChevronLeft)}
      <button
        type="button"
        className={classes.chip}
        aria-label={t('takeOff', { day: name })}
        onClick={() => choose(null)}
      >
        {t('only', { day: name })}
        <IconX size={14} stroke={2.2} aria-hidden />
      </button>
      {step(after, t('after'), IconChevronRight)}
    </div>
  );
}
