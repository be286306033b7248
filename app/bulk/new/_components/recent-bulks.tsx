import { Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { BulkSummary } from '@/lib/workflows/bulk-queries';
import classes from './bulk-form.module.css';

/** The newest bulk changes, whoever made them: the way back to one that is still under way. */
export function RecentBulks({ bulks, now }: { bulks: readonly BulkSummary[]; now: Date }) {
  const t = useTranslations('bulk');
  if (bulks.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="recent-bulks">
      <Title order={2} size="h5" id="recent-bulks">
        {t('recent')}
      </Title>
      <ul>
        {bulks.map(({ id, nodes, createdBy, createdAt, state, cancelled }) => (
          <li key={id}>
            <NameLink href={`/bulk/${id}`} prefetch={false}>
              {t('title', { count: nodes })}
            </NameLink>
            <Text size="sm" c="dimmed">
              {t('by', { name: createdBy })} · <RelativeTime date={createdAt} now={now} /> ·{' '}
              {t(`state.${cancelled ? 'cancelled' : state}`)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
