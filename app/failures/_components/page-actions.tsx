'use client';

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PrintButton } from '@/components/ui/print-button';

/** What a list can be taken away as: a CSV of all that it shows, or a print. */
export function PageActions({ csvHref }: { csvHref: string }) {
  const t = useTranslations('failures.actions');
  return (
    <>
      <Button
        component="a"
        href={csvHref}
        download
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      >
        {t('csv')}
      </Button>
      <PrintButton label={t('print')} />
    </>
  );
}
