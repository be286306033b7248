import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { rowsHref } from '@/app/failures/rows/search-params';
import { Caution, Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { HandOffDetail, KeyCounts } from '@/lib/alerts/hand-off-detail';
import { messageOf } from '@/lib/i18n/message';
import classes from './detail.module.css';

/** What waits, whose it is, what was done, and where to go on; children are the actions. */
export function Standing({
  detail,
  counts,
  now,
  children,
}: {
  detail: HandOffDetail;
  counts: KeyCounts;
  now: Date;
  children: ReactNode;
}) {
  const t = useTranslations('inbox.detail');
  const format = useFormatter();
  const when = (at: Date) => format.relativeTime(at, { now });
  return (
    <section className={classes.card} aria-labelledby="standing">
      <h2 className={classes.heading} id="standing">
        {t('standing')}
      </h2>
      <p className={classes.hint}>
        {t('waiting', { count: counts.waiting })}{' '}
        {t('total', { count: counts.total, first: when(counts.firstAt), last: when(counts.lastAt) })}
      </p>
      <dl className={classes.facts}>
        <dt>{t('owner')}</dt>
        <dd>
          <Owner detail={detail} />
        </dd>
        <dt>{t('assignee')}</dt>
        <dd>{detail.assignee?.name ?? <Dim>{t('nobody')}</Dim>}</dd>
      </dl>
      <Changed detail={detail} when={when} />
      {children}
      <Links detail={detail} />
    </section>
  );
}

function Owner({ detail: { recipient } }: { detail: HandOffDetail }) {
  const t = useTranslations('inbox.detail');
  if (recipient === null) return <Caution>{t('noOwner')}</Caution>;
  if (recipient.name !== null) return recipient.name;
  return (
    <>
      {recipient.slug} <Caution>{t('missing')}</Caution>
    </>
  );
}

function Changed({ detail, when }: { detail: HandOffDetail; when: (at: Date) => string }) {
  const t = useTranslations('inbox');
  const { state, changedAt, changedBy, note } = detail;
  if (state === 'open' || changedAt === null) return null;
  const words = { state: messageOf(t, `states.${state}`) ?? state, when: when(changedAt) };
  return (
    <>
      <p className={classes.hint} style={{ marginTop: 10 }}>
        {changedBy === null ? t('detail.changedBySystem', words) : t('detail.changed', { ...words, by: changedBy })}
      </p>
      {note === null ? null : (
        <blockquote className={classes.note} aria-label={t('detail.note')}>
          {note}
        </blockquote>
      )}
    </>
  );
}

function Links({ detail: { node, workflow, errorCode } }: { detail: HandOffDetail }) {
  const t = useTranslations('inbox.detail');
  const rows = rowsHref({ kind: 'failures', workflow: workflow.id, nodeId: node.nodeId, code: errorCode }, null);
  return (
    <nav className={classes.links} aria-label={t('links')}>
      {node.id === null ? (
        <Dim>{t('noNode')}</Dim>
      ) : (
        <>
          <TextLink href={`/nodes/${node.id}`}>{t('toNode')}</TextLink>
          <TextLink href={`/nodes/${node.id}#classification`}>{t('classify')}</TextLink>
        </>
      )}
      <TextLink href={rows}>{t('rows')}</TextLink>
    </nav>
  );
}
