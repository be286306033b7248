'use client';

import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from './operations.module.css';
import { useRefresh } from './use-refresh';

/** Says of when the page is, and keeps it up to date while somebody looks at it, unless they hold it. */
export function LiveRefresh({ at }: { at: Date }) {
  const t = useTranslations('operations.live');
  const format = useFormatter();
  const router = useRouter();
  const [held, setHeld] = useState(false);
  const { lost } = useRefresh(() => router.refresh(), held);
  return (
    <div className={classes.live}>
      <span>{t('at', { time: format.dateTime(at, { timeStyle: 'medium' }) })}</span>
      <span role="status" className={classes.lost}>
        {lost ? t('lost') : null}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={
          held ? (
            <IconPlayerPlay size={15} stroke={1.8} aria-hidden />
          ) : (
            <IconPlayerPause size={15} stroke={1.8} aria-hidden />
          )
        }
        onClick={() => setHeld(!held)}
      >
        {held ? t('resume') : t('hold')}
      </Button>
    </div>
  );
}
