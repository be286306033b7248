import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { PhraseText } from '@/components/policy/phrase';
import { TextLink } from '@/components/ui/text-link';
import type { NodeChange } from '@/lib/workflows/version-diff';
import { ChangeTable, type Owners, shortPhrase } from '../../_components/change-table';
import classes from '../../_components/versions.module.css';
import { compareHref } from '../../search-params';

/** Nodes that are spelled out; of more, each is a link to its own comparison. */
const MAX_NODES = 40;

interface Comparing {
  readonly workflowId: string;
  readonly from: number;
  readonly to: number;
  readonly owners: Owners;
  readonly groupNames: ReadonlyMap<string, string>;
  /** Row ids of nodes that still exist, by node_id. */
  readonly rowIds: ReadonlyMap<string, string>;
}

/** Every node that differs, in words. */
export function NodeChanges({ nodes, comparing }: { nodes: readonly NodeChange[]; comparing: Comparing }) {
  const t = useTranslations('versions.compare');
  const { workflowId, from, to } = comparing;
  const rest = nodes.slice(MAX_NODES);
  return (
    <>
      {nodes.slice(0, MAX_NODES).map((change) => (
        <NodeCard key={change.id} change={change} comparing={comparing} />
      ))}
      {rest.length > 0 ? (
        <details className={classes.more}>
          <summary>{t('restNodes', { count: rest.length })}</summary>
          <ul>
            {rest.map(({ id, name }) => (
              <li key={id}>
                <TextLink href={compareHref(workflowId, { from, to, node: id })}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function NodeCard({ change, comparing }: { change: NodeChange; comparing: Comparing }) {
  const { id, name, kind } = change;
  const rowId = comparing.rowIds.get(id);
  return (
    <article className={classes.card}>
      <h3 className={classes.cardHead}>
        {rowId === undefined ? name : <TextLink href={`/nodes/${rowId}`}>{name}</TextLink>}
        {name === id ? null : <code>{id}</code>}
        {kind === 'changed' ? null : <ComeOrGone kind={kind} to={comparing.to} />}
      </h3>
      {change.kind === 'changed' ? (
        <Changed change={change} comparing={comparing} />
      ) : (
        <p className={classes.aside}>
          <PhraseText
            phrase={shortPhrase(
              change.policy,
              comparing.owners[kind === 'added' ? 'after' : 'before'],
              comparing.groupNames,
            )}
          />
        </p>
      )}
    </article>
  );
}

function ComeOrGone({ kind, to }: { kind: 'added' | 'removed'; to: number }) {
  const t = useTranslations('versions.compare');
  const Shape = kind === 'added' ? IconPlus : IconMinus;
  return (
    <span className={classes.mark} data-kind={kind}>
      <Shape size={13} stroke={2.2} aria-hidden />
      {t(kind, { version: to })}
    </span>
  );
}

function Changed({
  change: { name, policy, platformKeys, engineRetry },
  comparing: { from, to, owners, groupNames },
}: {
  change: Extract<NodeChange, { kind: 'changed' }>;
  comparing: Comparing;
}) {
  const format = useFormatter();
  const t = useTranslations('versions.compare');
  const sides = { before: t('side', { version: from }), after: t('side', { version: to }) };
  return (
    <>
      {policy === null ? null : (
        <ChangeTable
          label={t('changes', { node: name })}
          sides={sides}
          {...policy}
          owners={owners}
          groupNames={groupNames}
        />
      )}
      {platformKeys.length > 0 ? (
        <p className={classes.aside}>{t('platform', { keys: format.list(platformKeys, { style: 'narrow' }) })}</p>
      ) : null}
      {engineRetry === 'same' ? null : <p className={classes.aside}>{t(`engineRetry.${engineRetry}`)}</p>}
    </>
  );
}
