import { getTranslations } from 'next-intl/server';
import { PlainTable } from '@/components/table/plain-table';
import type { ShownField, ShownParameter } from '../shown';
import classes from './docs.module.css';

/** The fields of a body, an answer or a schema. */
export async function Fields({
  label,
  fields,
  answered = false,
}: {
  label: string;
  fields: readonly ShownField[];
  /** What is answered is always there: only what is sent is required. */
  answered?: boolean;
}) {
  const t = await getTranslations('apiDocs');
  return (
    <PlainTable
      label={label}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          heading: true,
          cell: (row) => <Name {...row} required={t('required')} needed={row.required && !answered} />,
        },
        { key: 'type', label: t('columns.type'), cell: (row) => <Kind {...row} /> },
      ]}
      rows={fields}
      rowKey={(row) => `${row.name} ${row.type}`}
    />
  );
}

/** What stands in the address, the query and the headers. */
export async function Parameters({ label, parameters }: { label: string; parameters: readonly ShownParameter[] }) {
  const t = await getTranslations('apiDocs');
  return (
    <PlainTable
      label={label}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          heading: true,
          cell: (row) => <Name {...row} required={t('required')} needed={row.required} />,
        },
        { key: 'where', label: t('columns.where'), cell: (row) => t(`where.${row.where}`) },
        { key: 'type', label: t('columns.type'), cell: (row) => <Kind {...row} /> },
      ]}
      rows={parameters}
      rowKey={(row) => `${row.where} ${row.name}`}
    />
  );
}

function Name({ name, required, needed }: { name: string; required: string; needed: boolean }) {
  return (
    <>
      <code className={classes.code}>{name}</code>
      {needed ? <span className={classes.required}> {required}</span> : null}
    </>
  );
}

function Kind({ type, schema, meaning }: Pick<ShownField, 'type' | 'schema' | 'meaning'>) {
  const name = <code className={classes.code}>{type}</code>;
  return (
    <>
      {schema === null ? name : <a href={`#schema-${schema}`}>{name}</a>}
      {meaning === '' ? null : (
        <span lang="en" className={classes.meaning}>
          {meaning}
        </span>
      )}
    </>
  );
}
