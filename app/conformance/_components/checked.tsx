import { getFormatter, getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import type { Span } from '@/lib/history/window';
import { judgeable } from '@/lib/insight/conformance-list-queries';
import classes from './conformance.module.css';

/** How much of a period could be judged at all; counted beside the page, which does not wait for it. */
export async function Checked({ span }: { span: Span }) {
  const ctx = await contextFor('read');
  const [t, format, { executions, without, since }] = await Promise.all([
    getTranslations('conformance.checked'),
    getFormatter(),
    judgeable(ctx, span),
  ]);
  return (
    <div className={classes.checked}>
      <p>
        {since === null
          ? t('never')
          : t('executions', { count: executions, since: format.dateTime(since, { dateStyle: 'medium' }) })}
      </p>
      {since !== null && without > 0 ? <p>{t('without', { count: without })}</p> : null}
    </div>
  );
}
