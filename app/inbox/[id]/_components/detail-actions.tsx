'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Worker } from '@/lib/alerts/inbox-person';
import { ActionBar, type Target } from '../../_components/action-bar';
import { LiveButton } from '../../_components/live-button';
import { useLive } from '../../_components/use-live';
import classes from './detail.module.css';

/** What can be done with the key of a hand-off, or why not; it also keeps the page up to date. */
export function DetailActions({
  target,
  workers,
  actorId,
  may,
  mayAny,
  ownerName,
  version,
  now,
}: {
  target: Target;
  workers: readonly Worker[];
  actorId: string;
  may: boolean;
  /** The reader may work on hand-offs of some groups. */
  mayAny: boolean;
  ownerName: string | null;
  version: string;
  now: Date;
}) {
  const t = useTranslations('inbox.actions');
  const [busy, setBusy] = useState(false);
  const live = useLive({ version, since: now, fingerprint: target.fingerprint, paused: busy });
  return (
    <div className={classes.actions}>
      <LiveButton news={live.news} show={live.show} />
      {may ? (
        <ActionBar targets={[target]} workers={workers} actorId={actorId} onBusy={setBusy} />
      ) : (
        <p className={classes.quiet}>{mayAny ? t('mayNot', { owner: ownerName ?? '' }) : t('mayNotViewer')}</p>
      )}
    </div>
  );
}
