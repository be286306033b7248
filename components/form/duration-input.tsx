'use client';

import { Group, Input, NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { parseDuration } from '@/lib/shared/duration';

const UNITS = ['ms', 's', 'm', 'h', 'd'] as const;
type Unit = (typeof UNITS)[number];
const UNIT_MS: Readonly<Record<Unit, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A duration as number and unit. `value` is the text that stands in the config (`5s`); what is typed
 * is never corrected: a text that is no number is handed on as it is, and the error says so.
 */
export function DurationInput({
  label,
  description,
  value,
  onChange,
  error,
  optional = false,
  field,
}: {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  optional?: boolean;
  /** Path of the value in its document: the input bears it as `data-field`. */
  field?: readonly (string | number)[];
}) {
  const t = useTranslations('common.units');
  const id = useId();
  const { amount, unit } = split(value);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap={6} wrap="nowrap" mb={description || error ? 'calc(var(--mantine-spacing-xs) / 2)' : 0}>
        <Input
          id={id}
          data-field={field?.join('.')}
          value={amount}
          error={Boolean(error)}
          inputMode="decimal"
          autoComplete="off"
          flex={1}
          miw={0}
          m={0}
          onChange={(event) => onChange(join(event.currentTarget.value, unit, optional))}
        />
        <NativeSelect
          aria-label={t('unitOf', { field: label })}
          w={110}
          flex="none"
          value={unit}
          data={UNITS.map((each) => ({ value: each, label: t(each) }))}
          onChange={(event) => onChange(join(amount, unitOf(event.currentTarget.value), optional))}
        />
      </Group>
    </Input.Wrapper>
  );
}

function unitOf(text: string): Unit {
  return UNITS.find((unit) => unit === text) ?? 's';
}

function split(value: string): { amount: string; unit: Unit } {
  const simple = /^(\S*?)(ms|s|m|h|d)$/.exec(value);
  if (simple?.[2] && /^\d*(\.\d*)?$/.test(simple[1] ?? '')) return { amount: simple[1] ?? '', unit: unitOf(simple[2]) };
  const ms = parseDuration(value);
  if (ms === null) return { amount: value, unit: 's' };
  const unit = [...UNITS].reverse().find((each) => ms >= UNIT_MS[each] && ms % UNIT_MS[each] === 0) ?? 'ms';
  return { amount: String(ms / UNIT_MS[unit]), unit };
}

function join(amount: string, unit: Unit, optional: boolean): string {
  const text = amount.trim();
  if (text === '') return optional ? '' : unit;
  if (!/^\d+(\.\d*)?$/.test(text)) return amount;
  return `${text}${unit}`;
}
