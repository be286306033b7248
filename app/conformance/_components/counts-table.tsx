import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import type { FindingCounts } from '@/lib/history/finding-row';
import { FINDINGS, type FindingKind } from '@/lib/judge/finding';
import classes from './conformance.module.css';

/** What a row of counts is about. */
export interface Counted {
  readonly key: string;
  readonly counts: FindingCounts;
  readonly total: number;
}

/** Findings by kind, each figure leading to what stands behind it. */
export function CountsTable<Row extends Counted>({
  label,
  rows,
  finding,
  first,
  more,
  hrefOf,
  labelOf,
}: {
  label: string;
  rows: readonly Row[];
  /** Only this kind. */
  finding: FindingKind | null;
  first: Omit<PlainColumn<Row>, 'key' | 'heading'>;
  more: readonly PlainColumn<Row>[];
  /** Null: the row leads nowhere. */
  hrefOf: (row: Row, finding: FindingKind | null) => string | null;
  labelOf: (row: Row, finding: FindingKind | null, count: number) => string;
}) {
  const t = useTranslations('conformance');
  const figure = (row: Row, kind: FindingKind | null, count: number): ReactNode => (
    <Figure count={count} href={hrefOf(row, kind)} label={labelOf(row, kind, count)} />
  );
  const kinds = FINDINGS.filter((kind) => finding === null || kind === finding);
  const columns: PlainColumn<Row>[] = [
    { ...first, key: 'what', heading: true },
    ...(finding === null
      ? [
          {
            key: 'total',
            label: t('nodes.total'),
            align: 'end' as const,
            cell: (row: Row) => figure(row, null, row.total),
          },
        ]
      : []),
    ...kinds.map((kind) => ({
      key: kind,
      label: t(`finding.${kind}`),
      align: 'end' as const,
      cell: (row: Row) => figure(row, kind, row.counts[kind]),
    })),
    ...more,
  ];
  return (
    <div className={classes.rows}>
      <PlainTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </div>
  );
}

function Figure({ count, href, label }: { count: number; href: string | null; label: string }) {
  const t = useTranslations('conformance');
  if (count === 0) return <Dim>–</Dim>;
  const words = t('figure', { count });
  return href === null ? (
    words
  ) : (
    <TextLink href={href} label={label}>
      {words}
    </TextLink>
  );
}
