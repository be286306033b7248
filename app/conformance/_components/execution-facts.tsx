import { useFormatter, useTranslations } from 'next-intl';
import { versionsHref } from '@/app/workflows/[id]/versions/search-params';
import { usePhrase } from '@/components/policy/phrase';
import { TextLink } from '@/components/ui/text-link';
import type { ExecutionEvidence } from '@/lib/history/conformance-queries';
import { describePolicy } from '@/lib/policy/describe';
import classes from './conformance.module.css';

/** What an execution was held against: the rules in force and the hand-off. */
export function ExecutionFacts({
  evidence,
  groups,
}: {
  evidence: ExecutionEvidence;
  groups: readonly { readonly slug: string; readonly name: string }[];
}) {
  const t = useTranslations('conformance.execution');
  const format = useFormatter();
  const say = usePhrase();
  const { key, workflow, node, version, publishedAt, newer, policy, extra } = evidence;
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const time = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section aria-labelledby="facts" className={classes.card}>
      <h2 id="facts" className={classes.heading}>
        {t('facts')}
      </h2>
      <dl className={classes.facts}>
        <dt>{t('workflow')}</dt>
        <dd>
          <TextLink href={`/workflows/${workflow.id}`}>{workflow.name}</TextLink>
        </dd>
        <dt>{t('node')}</dt>
        <dd>{node.id === null ? node.name : <TextLink href={`/nodes/${node.id}`}>{node.name}</TextLink>}</dd>
        {key.subIndex === '' ? null : (
          <>
            <dt>{t('sub')}</dt>
            <dd>{key.subIndex}</dd>
          </>
        )}
        <dt>{t('version')}</dt>
        <dd>
          <TextLink href={versionsHref(workflow.id, { node: key.nodeId, before: version + 1 })}>
            {t('versionValue', { version, at: time(publishedAt) })}
          </TextLink>
        </dd>
        <dt>{t('handOff')}</dt>
        <dd>
          <HandOff evidence={evidence} />
        </dd>
      </dl>
      {newer === null ? null : (
        <p className={classes.said}>{t('newer', { version: newer.version, at: time(newer.publishedAt) })}</p>
      )}
      <h3 className={classes.heading} style={{ marginTop: 14 }}>
        {t('policy')}
      </h3>
      {describePolicy(policy, { inheritedOwner: workflow.owner, groupNames, extra }).map((phrase) => (
        <p key={phrase.key} className={classes.said}>
          {say(phrase)}
        </p>
      ))}
    </section>
  );
}

function HandOff({ evidence: { handOffId, alertsFrom, attempts } }: { evidence: ExecutionEvidence }) {
  const t = useTranslations('conformance.execution');
  if (handOffId !== null) return <TextLink href={`/inbox/${handOffId}`}>{t('handOffLink')}</TextLink>;
  const failed = attempts.filter(({ status }) => status === 'failed').map(({ endedAt }) => endedAt);
  const early = failed.length > 0 && (alertsFrom === null || Math.max(...failed) < alertsFrom);
  return t(early ? 'beforeAlerts' : 'noHandOff');
}
