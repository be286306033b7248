import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { InboxVersion } from '@/lib/insight/inbox-version';

/** What came while nothing may move: brought by a click. */
export function LiveButton({ news, show }: { news: InboxVersion | null; show: () => void }) {
  const t = useTranslations('inbox.live');
  return (
    <span role="status">
      {news ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden />}
          onClick={show}
        >
          {news.fresh > 0 ? t('fresh', { count: news.fresh }) : t('changed')}
        </Button>
      ) : null}
    </span>
  );
}
