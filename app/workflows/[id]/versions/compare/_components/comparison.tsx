import { Stack, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { Below } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { VersionPair } from '@/lib/workflows/versions-queries';
import type { VersionHead } from '@/lib/workflows/versions-store';
import { Section } from '../../../_components/section';
import { useAuthorName } from '../../_components/author';
import type { Owners } from '../../_components/change-table';
import { countLines, LineChanges } from '../../_components/line-changes';
import classes from '../../_components/versions.module.css';
import { compareHref } from '../../search-params';
import compare from './compare.module.css';
import { NodeChanges } from './node-changes';

type Compared = Extract<VersionPair, { kind: 'compared' }>;

/** Two versions: who and when, what differs in words, then line by line. */
export function Comparison({
  workflowId,
  pair,
  node,
  groupNames,
  rowIds,
}: {
  workflowId: string;
  pair: Compared;
  /** The node that it is narrowed to. */
  node: { readonly id: string; readonly name: string } | null;
  groupNames: ReadonlyMap<string, string>;
  rowIds: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('versions.compare');
  const { from, to, comparison, owners } = pair;
  const [a, b] = [from.version, to.version];
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <dl className={compare.heads}>
          <Head head={from} />
          <Head head={to} />
        </dl>
        {a > b ? <p className={classes.aside}>{t('backwards')}</p> : null}
        {node ? (
          <p className={classes.aside}>
            {t('ofNode', { node: node.name })}{' '}
            <TextLink href={compareHref(workflowId, { from: a, to: b, node: null })}>{t('whole')}</TextLink>
          </p>
        ) : null}
      </Stack>
      {pair.identical ? (
        <Text>{t('identical')}</Text>
      ) : (
        <>
          <Section title={t('words')}>
            <Summary pair={pair} />
            {node ? null : <WorkflowChanges comparison={comparison} groupNames={groupNames} sides={[a, b]} />}
            <NodeChanges
              nodes={comparison.nodes}
              comparing={{ workflowId, from: a, to: b, owners, groupNames, rowIds }}
            />
          </Section>
          <Section title={t('lines')}>
            {pair.files.length === 0 ? (
              <Text size="sm">{t(node ? 'noLines' : 'lineEndings')}</Text>
            ) : (
              pair.files.map((file) => (
                <div key={file.name}>
                  <h3 className={classes.cardHead}>{t('fileLines', { name: file.name, ...countLines(file) })}</h3>
                  <LineChanges file={file} named={false} />
                </div>
              ))
            )}
          </Section>
        </>
      )}
    </Stack>
  );
}

function Head({ head: { version, publishedBy, publishedAt, note, restoredFrom } }: { head: VersionHead }) {
  const t = useTranslations('versions');
  const format = useFormatter();
  const authorName = useAuthorName();
  const at = format.dateTime(publishedAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div>
      <dt>{t('compare.side', { version })}</dt>
      <dd>
        {t('compare.by', { who: authorName(publishedBy), at })}
        {restoredFrom === null ? null : <Below>{t('restoredFrom', { version: restoredFrom })}</Below>}
        <Below>{note ?? (version === 1 ? t('imported') : null)}</Below>
      </dd>
    </div>
  );
}

function Summary({ pair: { comparison } }: { pair: Compared }) {
  const t = useTranslations('versions.compare');
  const { nodes, name, owner } = comparison;
  if (nodes.length === 0) return name || owner ? null : <Text size="sm">{t('noWords')}</Text>;
  const count = (kind: string) => nodes.filter((node) => node.kind === kind).length;
  return (
    <Text size="sm">
      {t('summary', { changed: count('changed'), added: count('added'), removed: count('removed') })}
    </Text>
  );
}

/** What differs about the workflow as a whole: nodes without an owner of their own inherit it. */
function WorkflowChanges({
  comparison: { name, owner },
  groupNames,
  sides: [from, to],
}: {
  comparison: Compared['comparison'];
  groupNames: ReadonlyMap<string, string>;
  sides: readonly [number, number];
}) {
  const t = useTranslations('versions.compare');
  if (!name && !owner) return null;
  const groupName = (slug: Owners['before']) => (slug === null ? t('noOwner') : (groupNames.get(slug) ?? slug));
  const rows = [
    ...(name ? [{ label: t('workflowName'), ...name }] : []),
    ...(owner ? [{ label: t('workflowOwner'), before: groupName(owner.before), after: groupName(owner.after) }] : []),
  ];
  const [before, after] = [t('side', { version: from }), t('side', { version: to })];
  return (
    <article className={classes.card}>
      <h3 className={classes.cardHead}>{t('workflow')}</h3>
      <table className={classes.changes} aria-label={t('workflow')}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td data-side={before}>{row.before}</td>
              <td data-side={after}>{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
