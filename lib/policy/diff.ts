import type { PolicyDocument } from './schema';

export interface Difference {
  /** Where in the document, for example `['retry', 'maxInterval']`. */
  readonly path: readonly (string | number)[];
  /** Undefined = was not there. */
  readonly before: unknown;
  /** Undefined = is not there any more. */
  readonly after: unknown;
}

/**
 * What differs between two policy documents, path by path, in the order of the documents. Objects
 * are compared key by key whatever their order; lists of objects item by item; a list of plain
 * values (`retryOn`, `record`) as one value, since nobody reads `retryOn[2]`.
 */
export function diffDocuments(before: PolicyDocument, after: PolicyDocument): Difference[] {
  return compare(before, after, []);
}

function compare(before: unknown, after: unknown, path: Difference['path']): Difference[] {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compare(own(before, key), own(after, key), [...path, key]));
  }
  if (isRecordList(before) && isRecordList(after)) {
    const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    return indexes.flatMap((index) => compare(before[index], after[index], [...path, index]));
  }
  return same(before, after) ? [] : [{ path, before, after }];
}

function same(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return before.length === after.length && before.every((each, index) => compare(each, after[index], []).length === 0);
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord);
}
