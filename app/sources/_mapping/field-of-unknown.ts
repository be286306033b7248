import type { UnknownKind } from '@/lib/sources/vocabulary';
import type { AttemptField } from './entries';

/** Columns of an attempt as the statements name them, and the entries that choose them. */
const FIELDS: Readonly<Record<string, AttemptField>> = {
  node_id: 'nodeId',
  workflow_id: 'workflowId',
  run_id: 'runId',
  sub_index: 'subIndex',
  attempt: 'attempt',
  status: 'status',
  occurred_at: 'occurredAt',
};

/** The entry (as `data-field`) that mends what was not understood. */
export function fieldOfUnknown(kind: UnknownKind, value: string): string {
  switch (kind) {
    case 'status':
      return `statuses.${value}`;
    case 'time':
      return 'attempts.occurredAt';
    case 'attempt':
      return 'attempts.attempt';
    case 'definition':
      return 'definitions.from';
    case 'missing':
      return `attempts.${FIELDS[value] ?? 'from'}`;
  }
}
