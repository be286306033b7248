import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Below, Caution } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SourceDetail } from '@/lib/sources/source-queries';
import { spanWords } from '../../_components/span-words';
import classes from './source.module.css';

const ROLES = ['read_only', 'writes', 'superuser'] as const;

/** Where a source is, what is read of it and how, and what becomes of a published policy. */
export function SourceFacts({ source, now }: { source: SourceDetail; now: Date }) {
  const t = useTranslations('sources.detail.facts');
  const s = useTranslations('sources');
  const span = useTranslations('sources.duration');
  const length = useTranslations('sources.length');
  const format = useFormatter();
  const { mapping, alertsFrom, countedFrom, definitionsAt, retentionDays } = source;
  const at = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <dl className={classes.facts}>
      <Fact name={t('platform')}>{source.platform ?? s('tablesKind')}</Fact>
      <Fact name={t('place')}>
        {source.place ?? s('ownDatabase')}
        {mapping.kind === 'preset' ? (
          <Below code>{mapping.tenant === null ? mapping.schema : `${mapping.schema} · ${mapping.tenant}`}</Below>
        ) : (
          <Below code>{`${mapping.attempts.from.schema}.${mapping.attempts.from.table}`}</Below>
        )}
      </Fact>
      <Fact name={t('role')}>{source.place === null ? t('roles.own') : <Role role={source.role} />}</Fact>
      <Fact name={t('retries')}>{s(`retries.${source.retries}`)}</Fact>
      <Fact name={t('writeBack')}>{s(`writeBack.${source.writeBack}`)}</Fact>
      <Fact name={t('retention')}>
        {retentionDays === null ? t('retentionNone') : t('retentionValue', { days: retentionDays })}
      </Fact>
      {countedFrom === null ? null : <Fact name={t('counted')}>{at(countedFrom)}</Fact>}
      <Fact name={t('pace')}>
        {t('paceValue', {
          every: spanWords(span, mapping.everySeconds),
          lookBack: spanWords(length, mapping.lookBackMinutes * 60),
        })}
        <Below>{t('paceHint')}</Below>
      </Fact>
      {definitionsAt === null ? null : (
        <Fact name={t('definitions')}>
          <RelativeTime date={definitionsAt} now={now} />
        </Fact>
      )}
      {alertsFrom === null ? null : (
        <Fact name={t('alertsFrom')}>
          {t('alertsFromValue', { at: at(alertsFrom) })}
          <Below>{t('alertsFromHint')}</Below>
        </Fact>
      )}
      <Fact name={t('connected')}>
        {at(source.connectedAt)}
        <Below>{t('by', { by: source.connectedBy })}</Below>
      </Fact>
      {source.changedAt.getTime() === source.connectedAt.getTime() ? null : (
        <Fact name={t('changed')}>
          {at(source.changedAt)}
          <Below>{t('by', { by: source.changedBy })}</Below>
        </Fact>
      )}
    </dl>
  );
}

function Role({ role }: { role: string | null }) {
  const t = useTranslations('sources.detail.facts');
  const known = ROLES.find((each) => each === role);
  if (known === undefined) return t('roleUnknown');
  if (known === 'read_only') return t('roles.read_only');
  return (
    <>
      <Caution>{t(`roles.${known}`)}</Caution>
      <Below>{t('roleAdvice')}</Below>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
