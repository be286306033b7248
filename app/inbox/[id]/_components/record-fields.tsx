import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Dim } from '@/components/ui/marks';
import type { HandOffDetail } from '@/lib/alerts/hand-off-detail';
import classes from './detail.module.css';

/** The eight fields of the record, and which execution it is of. */
export function RecordFields({ detail }: { detail: HandOffDetail }) {
  const t = useTranslations('inbox.detail');
  const c = useTranslations('common.values');
  const field = useTranslations('terms.recordField');
  const format = useFormatter();
  const missing = <Dim>{t('unavailable')}</Dim>;
  const moment = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' });
  const code = detail.errorCode === '' ? <Dim>{t('emptyCode')}</Dim> : <code>{detail.errorCode}</code>;
  const fields: readonly (readonly [string, ReactNode])[] = [
    [field('node_id'), <code key="node">{detail.node.nodeId}</code>],
    [field('attempt'), t('attempt', { attempt: detail.attempt })],
    [field('error_code'), detail.errorCode === null ? <Dim key="code">{c('noCode')}</Dim> : code],
    [
      field('error_message'),
      detail.errorMessage ? (
        <span key="message" className={classes.text}>
          {detail.errorMessage}
        </span>
      ) : (
        missing
      ),
    ],
    [field('payload_hash'), detail.payloadHash ? <code key="hash">{detail.payloadHash}</code> : missing],
    [field('first_failed_at'), moment(detail.firstFailedAt)],
    [field('last_failed_at'), moment(detail.lastFailedAt)],
    [field('final_action'), detail.finalAction === 'manual' ? t('manual') : detail.finalAction],
    [t('run'), <code key="run">{detail.runId}</code>],
    ...(detail.subIndex === '' ? [] : [[t('subIndex'), <code key="sub">{detail.subIndex}</code>] as const]),
    [t('source'), detail.sourceName],
  ];
  return (
    <section className={classes.card} aria-labelledby="record">
      <h2 className={classes.heading} id="record">
        {t('recordTitle')}
      </h2>
      <dl className={classes.facts}>
        {fields.map(([label, value]) => (
          <Field key={label} label={label}>
            {value}
          </Field>
        ))}
      </dl>
    </section>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
