import { RECORD_FIELDS } from './vocabulary';

/** The eight fields that this list lacks, in the order of `RECORD_FIELDS`. */
export function missingRecordFields(record: readonly string[]): string[] {
  return RECORD_FIELDS.filter((field) => !record.includes(field));
}
