import { MESSAGES } from '@/lib/i18n/messages';
import type { RecordField, RecordLabels } from '@/lib/judge/drill';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';

/** Words under which each field of the record stands in a message: its own name, and the label of every language. */
export function recordLabels(): RecordLabels {
  const of = (field: RecordField) => [field, ...Object.values(MESSAGES).map(({ notices }) => notices.labels[field])];
  const [nodeId, attempt, code, message, hash, first, last, action] = RECORD_FIELDS;
  return {
    ...{ [nodeId]: of(nodeId), [attempt]: of(attempt), [code]: of(code), [message]: of(message) },
    ...{ [hash]: of(hash), [first]: of(first), [last]: of(last), [action]: of(action) },
  };
}
