'use client';

import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DURATION_UNITS } from '@/lib/sources/vocabulary';
import { ColumnField } from './column-field';
import { DefinitionsFields } from './definitions-fields';
import { ATTEMPT_FIELDS, type AttemptField, type AttemptsEntry, type ColumnEntry, NEEDED } from './entries';
import { FiltersField } from './filters-field';
import type { TableSample } from './found';
import classes from './mapping.module.css';
import { RetriesFields } from './retries-fields';
import { SampleTable } from './sample-table';
import { valuesOf } from './sample-value';
import samplesClasses from './samples.module.css';
import { StatusesField } from './statuses-field';
import { suggestColumns } from './suggest';
import { TableField } from './table-field';
import { TimeFields } from './time-fields';
import { useMapping } from './wizard-context';

const OPTIONAL = ATTEMPT_FIELDS.filter((field) => !NEEDED.some((needed) => needed === field));
const MOST_STATUSES = 30;

/** What the platform's tables mean, column by column, with rows of them beside. */
export function TablesStep() {
  const t = useTranslations('sourceWizard.tables');
  const { entries, change, sampleOf } = useMapping();
  const { attempts } = entries;
  const { schema, table } = attempts.from;
  const sample = table === '' ? null : sampleOf(schema, table);
  const put = (part: Partial<AttemptsEntry>) =>
    change((before) => ({ ...before, attempts: { ...before.attempts, ...part } }));
  const chosen = OPTIONAL.filter((field) => attempts.columns[field].column !== '').length;
  const seen = valuesOf(sample, attempts.columns.status).slice(0, MOST_STATUSES);
  return (
    <div className={samplesClasses.beside}>
      <Stack gap="lg">
        <Part title={t('attempts')} body={t('attemptsBody')}>
          <TableField
            label={t('from')}
            description={t('fromHint')}
            field="attempts.from"
            value={attempts.from}
            onChange={(from) => put({ from })}
          />
          <Suggest columns={sample?.columns ?? []} />
          {NEEDED.map((field) => (
            <AttemptColumn key={field} field={field} sample={sample} />
          ))}
        </Part>
        <Part title={t('statuses')} body={t('statusesBody')}>
          <StatusesField seen={seen.map((value) => ({ value, rows: null }))} usual={{}} />
        </Part>
        <details className={classes.fold}>
          <summary>
            {t('optional')} <small>{t('optionalChosen', { count: chosen })}</small>
          </summary>
          <Stack gap="sm">
            {OPTIONAL.map((field) => (
              <AttemptColumn key={field} field={field} sample={sample} />
            ))}
          </Stack>
        </details>
        <details className={classes.fold} open={attempts.filters.length > 0}>
          <summary>
            {t('filters')} <small>{t('filtersChosen', { count: attempts.filters.length })}</small>
          </summary>
          <FiltersField
            label={t('filters')}
            description={t('filtersHint')}
            field="attempts.filters"
            value={attempts.filters}
            sample={sample}
            onChange={(filters) => put({ filters })}
          />
        </details>
        <Part title={t('retries')}>
          <RetriesFields value={attempts.retries} sample={sample} onChange={(retries) => put({ retries })} />
        </Part>
        <Part title={t('definitions')} body={t('definitionsBody')}>
          <DefinitionsFields />
        </Part>
      </Stack>
      <aside className={samplesClasses.aside} aria-label={t('rows')}>
        <Title order={3} size="h6">
          {t('rows')}
        </Title>
        <SampleTable sample={sample} name={table === '' ? '' : `${schema}.${table}`} used={usedColumns(attempts, t)} />
        {entries.definitions.kind === 'table' ? <DefinitionRows /> : null}
      </aside>
    </div>
  );
}

function DefinitionRows() {
  const t = useTranslations('sourceWizard.tables');
  const { entries, sampleOf } = useMapping();
  const { schema, table } = entries.definitions.from;
  if (table === '') return null;
  return (
    <>
      <Title order={3} size="h6">
        {t('definitionRows')}
      </Title>
      <SampleTable sample={sampleOf(schema, table)} name={`${schema}.${table}`} used={new Map()} />
    </>
  );
}

/** Columns with a usual name can be put in their places at once. */
function Suggest({ columns }: { columns: Parameters<typeof suggestColumns>[1] }) {
  const t = useTranslations('sourceWizard.tables');
  const { entries, change } = useMapping();
  const suggested = suggestColumns(entries.attempts, columns);
  const fields = ATTEMPT_FIELDS.filter(
    (field) => suggested.columns[field].column !== entries.attempts.columns[field].column,
  );
  if (fields.length === 0) return null;
  return (
    <div className={classes.suggest}>
      <Text size="sm">
        {t('suggested', { columns: fields.map((field) => suggested.columns[field].column).join(', ') })}
      </Text>
      <button
        type="button"
        className={classes.plain}
        onClick={() => change((before) => ({ ...before, attempts: suggestColumns(before.attempts, columns) }))}
      >
        {t('suggestUse')}
      </button>
    </div>
  );
}

function AttemptColumn({ field, sample }: { field: AttemptField; sample: TableSample | null }) {
  const t = useTranslations('sourceWizard.attempt');
  const { entries, change } = useMapping();
  const { attempts } = entries;
  const put = (part: Partial<AttemptsEntry>) =>
    change((before) => ({ ...before, attempts: { ...before.attempts, ...part } }));
  const label = t(`${field}.label`);
  return (
    <ColumnField
      label={label}
      description={t(`${field}.hint`)}
      field={`attempts.${field}`}
      value={attempts.columns[field]}
      sample={sample}
      required={NEEDED.some((needed) => needed === field)}
      onChange={(column: ColumnEntry) =>
        change((before) => ({
          ...before,
          attempts: { ...before.attempts, columns: { ...before.attempts.columns, [field]: column } },
        }))
      }
    >
      {field === 'occurredAt' ? (
        <TimeFields
          label={label}
          field="attempts.occurredAt"
          value={attempts.time}
          onChange={(time) => put({ time })}
        />
      ) : null}
      {field === 'attempt' ? (
        <SegmentedControl
          size="xs"
          aria-label={t('base')}
          value={String(attempts.base)}
          data={[
            { value: '1', label: t('base1') },
            { value: '0', label: t('base0') },
          ]}
          onChange={(value) => put({ base: value === '0' ? 0 : 1 })}
        />
      ) : null}
      {field === 'duration' ? (
        <SegmentedControl
          size="xs"
          aria-label={t('unit')}
          value={attempts.unit}
          data={DURATION_UNITS.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
          onChange={(value) => put({ unit: DURATION_UNITS.find((unit) => unit === value) ?? attempts.unit })}
        />
      ) : null}
    </ColumnField>
  );
}

function Part({ title, body, children }: { title: string; body?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {body === undefined ? null : <p className={classes.quiet}>{body}</p>}
      <Stack gap="sm" mt="xs">
        {children}
      </Stack>
    </section>
  );
}

function usedColumns(
  { columns }: AttemptsEntry,
  t: ReturnType<typeof useTranslations<'sourceWizard.tables'>>,
): ReadonlyMap<string, readonly string[]> {
  const used = new Map<string, string[]>();
  for (const field of ATTEMPT_FIELDS) {
    const { column } = columns[field];
    if (column !== '') used.set(column, [...(used.get(column) ?? []), t(`usedAs.${field}`)]);
  }
  return used;
}
