import { Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { BatchRow } from '@/lib/workflows/batch-queries';
import classes from './import.module.css';

/** The newest imports of many files: how far each is, and what came of it. */
export function RecentBatches({ batches, now }: { batches: readonly BatchRow[]; now: Date }) {
  const t = useTranslations('batches');
  return (
    <Stack gap="xs" component="section" aria-labelledby="batches-title">
      <Title order={2} size="h5" id="batches-title">
        {t('recent.title')}
      </Title>
      <ul className={classes.rejected}>
        {batches.map(({ id, createdBy, createdAt, cancelledAt, total, done }) => (
          <li key={id}>
            <div className={classes.rejectedMain}>
              <NameLink href={`/import/batches/${id}`} prefetch={false}>
                {t('title', { count: total })}
              </NameLink>
              <Text size="sm" c="dimmed">
                {t('by', { name: createdBy })} · <RelativeTime date={createdAt} now={now} /> ·{' '}
                {cancelledAt ? t('cancelledBy') : t('progress.of', { done, total })}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
