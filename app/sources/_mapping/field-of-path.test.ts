import { expect, it } from 'vitest';
import { fieldOfPath } from './field-of-path';
import { stepOf } from './steps';

it.each([
  ['name', 'name', 'look'],
  ['place.host', 'place.host', 'place'],
  ['mapping.platform', 'kind', 'platform'],
  ['mapping.schema', 'preset.schema', 'meaning'],
  ['mapping.statuses.odd', 'statuses', 'look'],
  ['mapping.firstDays', 'settings.firstDays', 'look'],
  ['mapping.attempts.from.table', 'attempts.from', 'meaning'],
  ['mapping.attempts.nodeId.column', 'attempts.nodeId', 'meaning'],
  ['mapping.attempts.nodeId.path.2', 'attempts.nodeId.path', 'meaning'],
  ['mapping.attempts.occurredAt.column.column', 'attempts.occurredAt', 'meaning'],
  ['mapping.attempts.attempt.column.path.0', 'attempts.attempt.path', 'meaning'],
  ['mapping.attempts.occurredAt.zone', 'attempts.occurredAt.zone', 'meaning'],
  ['mapping.attempts.filters.1.column.column', 'attempts.filters.1', 'meaning'],
  ['mapping.attempts.filters.1.values.0', 'attempts.filters.1.values', 'meaning'],
  ['mapping.attempts.retries.array.column', 'attempts.retries.array', 'meaning'],
  ['mapping.attempts.retries.status.0', 'attempts.retries.status', 'meaning'],
  ['mapping.attempts.retries.occurredAt.path.0', 'attempts.retries.at', 'meaning'],
  ['mapping.definitions.nodes.id.0', 'definitions.nodes.paths.id', 'meaning'],
  ['mapping.definitions.nodes.id.column', 'definitions.nodes.id', 'meaning'],
  ['mapping.definitions.nodes.children.0.1', 'definitions.nodes.children.0', 'meaning'],
])('%s is the entry %s, on step %s', (path, field, step) => {
  expect(fieldOfPath(path)).toBe(field);
  expect(stepOf(field)).toBe(step);
});
