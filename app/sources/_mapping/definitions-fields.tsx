'use client';

import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ColumnField } from './column-field';
import { type ColumnEntry, DEFINITION_FIELDS, type DefinitionsEntry, type NodesEntry } from './entries';
import { FiltersField } from './filters-field';
import type { TableSample } from './found';
import { KeysField } from './keys-field';
import { elementOf } from './sample-value';
import { TableField } from './table-field';
import { useMapping } from './wizard-context';

const NODE_KINDS = ['json_array', 'rows', 'itself'] as const;
const NODE_PARTS = ['id', 'name', 'type'] as const;

/** Where the workflows and their nodes are defined; or that they are those that the attempts name. */
export function DefinitionsFields() {
  const t = useTranslations('sourceWizard.definitions');
  const { entries, change, sampleOf } = useMapping();
  const { definitions } = entries;
  const { kind, from, columns, filters, nodes } = definitions;
  const put = (part: Partial<DefinitionsEntry>) =>
    change((before) => ({ ...before, definitions: { ...before.definitions, ...part } }));
  const sample = from.table === '' ? null : sampleOf(from.schema, from.table);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('label')}
        value={kind}
        onChange={(value) => put({ kind: value === 'table' ? 'table' : 'seen' })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="seen" label={t('seen')} description={t('seenHint')} />
          <Radio value="table" label={t('table')} description={t('tableHint')} />
        </Stack>
      </Radio.Group>
      {kind === 'seen' ? null : (
        <>
          <TableField
            label={t('from')}
            field="definitions.from"
            value={from}
            onChange={(table) => put({ from: table })}
          />
          {DEFINITION_FIELDS.map((name) => (
            <ColumnField
              key={name}
              label={t(`fields.${name}.label`)}
              description={t(`fields.${name}.hint`)}
              field={`definitions.${name}`}
              value={columns[name]}
              sample={sample}
              required={name === 'workflowId'}
              onChange={(column) => put({ columns: { ...columns, [name]: column } })}
            />
          ))}
          <FiltersField
            label={t('filters')}
            description={t('filtersHint')}
            field="definitions.filters"
            value={filters}
            sample={sample}
            onChange={(next) => put({ filters: next })}
          />
          <NodesFields value={nodes} sample={sample} onChange={(next) => put({ nodes: next })} />
        </>
      )}
    </Stack>
  );
}

function NodesFields({
  value,
  sample,
  onChange,
}: {
  value: NodesEntry;
  sample: TableSample | null;
  onChange: (value: NodesEntry) => void;
}) {
  const t = useTranslations('sourceWizard.nodes');
  const element = elementOf(sample, value.array);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('label')}
        description={t(`hints.${value.kind}`)}
        data-field="definitions.nodes"
        value={value.kind}
        data={NODE_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...value, kind: NODE_KINDS.find((kind) => kind === currentTarget.value) ?? value.kind })
        }
        maw={460}
      />
      {value.kind === 'rows'
        ? NODE_PARTS.map((part) => (
            <ColumnField
              key={part}
              label={t(`parts.${part}`)}
              field={`definitions.nodes.${part}`}
              value={value.columns[part]}
              sample={sample}
              required={part === 'id'}
              onChange={(column: ColumnEntry) => onChange({ ...value, columns: { ...value.columns, [part]: column } })}
            />
          ))
        : null}
      {value.kind === 'json_array' ? (
        <>
          <ColumnField
            label={t('array')}
            description={t('arrayHint')}
            field="definitions.nodes.array"
            value={value.array}
            sample={sample}
            required
            onChange={(array) => onChange({ ...value, array })}
          />
          {NODE_PARTS.map((part) => (
            <KeysField
              key={part}
              label={t(`parts.${part}`)}
              field={`definitions.nodes.paths.${part}`}
              value={value.paths[part]}
              element={element}
              onChange={(text) => onChange({ ...value, paths: { ...value.paths, [part]: text } })}
            />
          ))}
          {value.children.map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name of their own
            <Group key={index} align="flex-end" gap={6} wrap="nowrap">
              <KeysField
                label={t('child', { number: index + 1 })}
                description={t('childHint')}
                field={`definitions.nodes.children.${index}`}
                value={child}
                element={element}
                onChange={(text) =>
                  onChange({ ...value, children: value.children.map((each, at) => (at === index ? text : each)) })
                }
              />
              <Button
                variant="default"
                aria-label={t('removeChild', { number: index + 1 })}
                onClick={() => onChange({ ...value, children: value.children.filter((_, at) => at !== index) })}
              >
                {t('remove')}
              </Button>
            </Group>
          ))}
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange({ ...value, children: [...value.children, ''] })}
            >
              {t('addChild')}
            </Button>
          </Group>
        </>
      ) : null}
    </Stack>
  );
}
