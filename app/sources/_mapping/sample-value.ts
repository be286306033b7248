import { type JsonPath, readPath } from './column-path';
import type { ColumnEntry } from './entries';
import type { TableSample } from './found';

const SHOWN_EXAMPLES = 3;
const MAX_EXAMPLE = 60;

/** The texts of a column in the sample rows; without those that are null. */
export function samplesOf(sample: TableSample | null, column: string): readonly string[] {
  const index = sample?.columns.findIndex(({ name }) => name === column) ?? -1;
  if (!sample || index < 0) return [];
  return sample.rows.flatMap((row) => row[index] ?? []);
}

/** What a chosen column, or the place within its JSON, holds in the sample rows: the values that differ. */
export function valuesOf(sample: TableSample | null, entry: ColumnEntry): readonly string[] {
  const path = readPath(entry.path);
  const texts = samplesOf(sample, entry.column);
  if (path === null) return [];
  const values = path.length === 0 ? texts : texts.flatMap((text) => textOf(valueAt(parsed(text), path)) ?? []);
  return [...new Set(values)];
}

/** Some of them, cut. */
export function examplesOf(sample: TableSample | null, entry: ColumnEntry): readonly string[] {
  return valuesOf(sample, entry).slice(0, SHOWN_EXAMPLES).map(cut);
}

/** The first sample of a column that is JSON with something in it; undefined when none is. */
export function jsonOf(sample: TableSample | null, column: string): unknown {
  const values = samplesOf(sample, column).map(parsed);
  return values.find((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0);
}

/** An element of the list at a place of the sample rows, the one with most in it; undefined when there is none. */
export function elementOf(sample: TableSample | null, { column, path }: ColumnEntry): unknown {
  const place = readPath(path);
  if (place === null) return undefined;
  const lists = samplesOf(sample, column).map((text) => valueAt(parsed(text), place));
  const elements = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return elements.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/** The value at a place; undefined where there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner.at(step) : undefined;
    if (typeof inner !== 'object' || inner === null || typeof step !== 'string') return undefined;
    return Object.hasOwn(inner, step) ? Reflect.get(inner, step) : undefined;
  }, value);
}

/** A value as Postgres gives it out of JSON; null for what is not there. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Cut to what has room beside a field. */
export function cut(text: string): string {
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
