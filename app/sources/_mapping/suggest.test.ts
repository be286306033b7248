import { describe, expect, it } from 'vitest';
import { blankEntries } from './entries';
import { suggestColumns, timeKindOf } from './suggest';

const COLUMNS = [
  { name: 'id', type: 'uuid' },
  { name: 'Step_ID', type: 'text' },
  { name: 'flow_id', type: 'text' },
  { name: 'state', type: 'text' },
  { name: 'finished_at', type: 'timestamp without time zone' },
  { name: 'created_at', type: 'timestamp with time zone' },
  { name: 'duration', type: 'interval' },
];

describe('columns that are suggested', () => {
  const blank = blankEntries().attempts;

  it('have a usual name, as it is written there', () => {
    const { columns, time, unit } = suggestColumns(blank, COLUMNS);
    expect([columns.nodeId.column, columns.workflowId.column, columns.status.column]).toEqual([
      'Step_ID',
      'flow_id',
      'state',
    ]);
    expect([columns.occurredAt.column, time.kind, unit]).toEqual(['finished_at', 'naive', 'interval']);
    expect(columns.runId.column).toBe('');
  });

  it('never take the place of one that was chosen', () => {
    const chosen = { ...blank, columns: { ...blank.columns, status: { column: 'id', path: 'x' } } };
    expect(suggestColumns(chosen, COLUMNS).columns.status).toEqual({ column: 'id', path: 'x' });
  });

  it.each([
    ['timestamp with time zone', 'timestamptz'],
    ['timestamp without time zone', 'naive'],
    ['bigint', 'epoch_ms'],
    ['double precision', 'epoch_s'],
    ['character varying', 'iso'],
  ])('a time in %s', (type, kind) => {
    expect(timeKindOf(type)).toBe(kind);
  });
});
