import { useFormatter, useTranslations } from 'next-intl';
import { versionsHref } from '@/app/workflows/[id]/versions/search-params';
import cells from '@/components/table/cells.module.css';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { FindingRow } from '@/lib/history/finding-row';
import { executionHref } from '../search-params';
import classes from './conformance.module.css';
import { useFindingWords } from './use-finding-words';

/** One row per finding; texts from outside stay texts. */
export function FindingsTable({ rows }: { rows: readonly FindingRow[] }) {
  const t = useTranslations('conformance');
  const words = useFindingWords();
  const columns: PlainColumn<FindingRow>[] = [
    { key: 'when', label: t('findings.when'), heading: true, cell: ({ occurredAt }) => <When at={occurredAt} /> },
    {
      key: 'what',
      label: t('findings.what'),
      cell: (row) => (
        <>
          <span className={classes.what}>{t(`finding.${row.finding}`)}</span>
          {words(row)}
        </>
      ),
    },
    {
      key: 'node',
      label: t('findings.node'),
      cell: ({ nodeRowId, nodeName, workflowName }) => (
        <>
          {nodeRowId === null ? nodeName : <TextLink href={`/nodes/${nodeRowId}`}>{nodeName}</TextLink>}
          <Below>{workflowName}</Below>
        </>
      ),
    },
    {
      key: 'run',
      label: t('findings.run'),
      cell: ({ runId, subIndex }) => (
        <>
          <code className={cells.mono}>{runId}</code>
          {subIndex === '' ? null : <Below>{t('findings.sub', { index: subIndex })}</Below>}
        </>
      ),
    },
    {
      key: 'version',
      label: t('findings.version'),
      cell: ({ workflowRowId, workflowVersion: version, nodeId: node }) => {
        const named = t('findings.versionLink', { version });
        if (workflowRowId === null) return named;
        return <TextLink href={versionsHref(workflowRowId, { node, before: version + 1 })}>{named}</TextLink>;
      },
    },
    {
      key: 'evidence',
      label: t('findings.evidence'),
      cell: (row) => (
        <TextLink href={executionHref(row)} label={t('findings.evidenceOf', { run: row.runId })}>
          {t('findings.evidence')}
        </TextLink>
      ),
    },
  ];
  return (
    <div className={classes.rows}>
      <PlainTable label={t('findings.table')} columns={columns} rows={rows} rowKey={(row) => `${row.id}`} />
    </div>
  );
}

function When({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: 'full', timeStyle: 'medium' })}
      className={classes.when}
    >
      {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  );
}
