import { getFormatter, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { countMyOpenKeys, MOST_COUNTED } from '@/lib/insight/inbox-version-queries';
import { optionalContext } from '../_server/context';
import classes from './inbox-mark.module.css';

/** How many keys of the reader's groups nobody has acknowledged; it comes when it is counted, and no page waits for it. */
export function InboxMark() {
  return (
    <Suspense>
      <Count />
    </Suspense>
  );
}

async function Count() {
  const ctx = await optionalContext();
  if (!ctx) return null;
  // A page is of use without this figure; what is wrong with the database, the page itself says.
  const open = await countMyOpenKeys(ctx).catch(() => 0);
  if (open === 0) return null;
  const [t, format] = await Promise.all([getTranslations('common.nav'), getFormatter()]);
  const shown = open > MOST_COUNTED ? `${format.number(MOST_COUNTED)}+` : format.number(open);
  return (
    <span className={classes.mark} title={t('inboxOpen', { count: open })}>
      {shown}
    </span>
  );
}
