import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { TextLink } from '@/components/ui/text-link';
import type { VersionedWorkflow, VersionRow } from '@/lib/workflows/versions-queries';
import { compareHref, restoreHref } from '../search-params';
import { useAuthorName } from './author';
import { ChangedNodes, VersionNote, VersionNumber, VersionTime } from './version-cells';
import classes from './versions.module.css';

/** A page of the history: any two can be compared, each can be restored. Works without a script. */
export function VersionList({
  workflow,
  rows,
  node,
  now,
}: {
  workflow: VersionedWorkflow;
  rows: readonly VersionRow[];
  /** node_id that the history is narrowed to. */
  node: string | null;
  now: Date;
}) {
  const t = useTranslations('versions');
  const authorName = useAuthorName();
  const several = workflow.version > 1;
  const columns: PlainColumn<VersionRow>[] = [
    {
      key: 'version',
      label: t('columns.version'),
      heading: true,
      cell: (row) => <VersionNumber row={row} current={workflow.version} />,
    },
    ...(several ? pickColumns(t, rows) : []),
    { key: 'when', label: t('columns.when'), cell: (row) => <VersionTime date={row.publishedAt} now={now} /> },
    { key: 'who', label: t('columns.who'), cell: (row) => authorName(row.publishedBy) },
    { key: 'nodes', label: t('columns.nodes'), cell: (row) => <ChangedNodes row={row} /> },
    { key: 'note', label: t('columns.note'), cell: (row) => <VersionNote row={row} /> },
  ];
  if (several)
    columns.push({
      key: 'ways',
      label: t('columns.ways'),
      cell: (row) => <Ways workflow={workflow} row={row} node={node} />,
    });
  const table = <PlainTable label={t('table')} columns={columns} rows={rows} rowKey={(row) => String(row.version)} />;
  if (!several)
    return (
      <>
        {table}
        <p className={classes.hint}>{t('one')}</p>
      </>
    );
  return (
    <Form action={`/workflows/${workflow.id}/versions/compare`} prefetch={false} className={classes.form}>
      {node === null ? null : <input type="hidden" name="node" value={node} />}
      <div className={classes.pick}>
        <span>{t('pick.hint')}</span>
        <Button type="submit" variant="default" leftSection={<IconArrowsDiff size={16} aria-hidden />}>
          {t('pick.submit')}
        </Button>
      </div>
      {table}
    </Form>
  );
}

type Translate = ReturnType<typeof useTranslations<'versions'>>;

/** One choice for each side; at first the newest on this page against the one below it. */
function pickColumns(t: Translate, rows: readonly VersionRow[]): PlainColumn<VersionRow>[] {
  const [newest, second] = rows;
  return (['from', 'to'] as const).map((side) => ({
    key: side,
    label: t(`columns.${side}`),
    cell: ({ version }) => (
      <input
        type="radio"
        name={side}
        value={version}
        defaultChecked={version === (side === 'to' ? newest : (second ?? newest))?.version}
        aria-label={t(`pick.${side}`, { version })}
        className={classes.radio}
      />
    ),
  }));
}

function Ways({
  workflow: { id, version: current },
  row: { version },
  node,
}: {
  workflow: VersionedWorkflow;
  row: VersionRow;
  node: string | null;
}) {
  const t = useTranslations('versions');
  return (
    <span className={classes.ways}>
      {version > 1 ? (
        <TextLink
          href={compareHref(id, { from: version - 1, to: version, node })}
          label={t('compareBeforeLabel', { version, before: version - 1 })}
        >
          {t('compareBefore', { before: version - 1 })}
        </TextLink>
      ) : null}
      {version < current ? (
        <TextLink href={restoreHref(id, { version, node })} label={t('restoreLabel', { version })}>
          {t('restore')}
        </TextLink>
      ) : null}
    </span>
  );
}
