import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SourceMapping, STATUS_MEANINGS, sourceMappingSchema } from '@/lib/sources/schema';
import { DURATION_UNITS, PLATFORMS, TIME_KINDS } from '@/lib/sources/vocabulary';
import { type AttemptField, blankEntries, type Entries, MEANINGS } from './entries';
import { entriesOf } from './entries-of';
import { mappingOf } from './mapping-of';

const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'));
const key = fc.oneof(name, fc.constantFrom('a.b', '节点', 'quote"', '0'));
const keys = fc.array(key, { minLength: 1, maxLength: 3 });
const table = fc.record({ schema: name, table: name });
const column = fc.record(
  {
    column: name,
    path: fc.array(fc.oneof(key, fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['column'] },
);
const form = fc.oneof(
  fc.constantFrom(...TIME_KINDS.filter((kind) => kind !== 'naive')).map((kind) => ({ kind })),
  fc.constant({ kind: 'naive' as const, zone: 'Asia/Shanghai' }),
);
const filters = fc.array(
  fc.record({
    column,
    op: fc.constantFrom('in', 'not_in'),
    values: fc
      .tuple(fc.array(name, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([v, e]) => [...v, ...(e ? [null] : [])]),
  }),
  { maxLength: 2 },
);
const optional = { errorCode: column, errorMessage: column, subIndex: column, payloadHash: column, tenant: column };
const needed = { from: table, nodeId: column, workflowId: column, runId: column, status: column };
const retries = fc.oneof(
  fc.constantFrom({ kind: 'rows' }, { kind: 'last_only' }),
  fc.record({ kind: fc.constant('history_table'), from: table }),
  fc
    .tuple(
      fc.record(
        { array: column, holds: fc.constantFrom('earlier', 'all'), status: keys, errorCode: keys, errorMessage: keys },
        { requiredKeys: ['array', 'holds'] },
      ),
      keys,
      form,
    )
    .map(([rest, path, time]) => ({ kind: 'json_array', ...rest, occurredAt: { path, ...time } })),
);
const attempts = fc
  .tuple(
    fc.record(
      { ...needed, ...optional, filters, retries },
      { requiredKeys: [...keysOf(needed), 'filters', 'retries'] },
    ),
    fc.tuple(column, form).map(([each, time]) => ({ column: each, ...time })),
    fc.option(fc.record({ column, base: fc.constantFrom(0, 1) }), { nil: undefined }),
    fc.option(fc.record({ column, unit: fc.constantFrom(...DURATION_UNITS) }), { nil: undefined }),
  )
  .map(([rest, occurredAt, attempt, duration]) => ({
    ...rest,
    occurredAt,
    ...(attempt && { attempt }),
    ...(duration && { duration }),
  }));
const nodes = fc.oneof(
  fc.constant({ kind: 'itself' }),
  fc.record({ kind: fc.constant('rows'), id: column, name: column, type: column }, { requiredKeys: ['kind', 'id'] }),
  fc.record(
    {
      ...{ kind: fc.constant('json_array'), array: column, id: keys, name: keys, type: keys },
      children: fc.array(keys, { maxLength: 2 }),
    },
    { requiredKeys: ['kind', 'array', 'id', 'children'] },
  ),
);
const definitions = fc.record(
  { from: table, workflowId: column, name: column, version: column, tenant: column, filters, nodes },
  { requiredKeys: ['from', 'workflowId', 'filters', 'nodes'] },
);
const common = fc.record({
  statuses: fc.dictionary(
    name.filter((each) => each !== '__proto__'),
    fc.constantFrom(...STATUS_MEANINGS),
    {
      maxKeys: 3,
      noNullPrototype: true,
    },
  ),
  retentionDays: fc.option(fc.integer({ min: 1, max: 999 })),
  lookBackMinutes: fc.integer({ min: 1, max: 10_080 }),
  everySeconds: fc.integer({ min: 5, max: 86_400 }),
  firstDays: fc.integer({ min: 1, max: 3_650 }),
  recountHours: fc.option(fc.integer({ min: 1, max: 720 })),
});
const mapping = fc
  .tuple(
    fc.oneof(
      fc.record({
        ...{ kind: fc.constant('preset'), platform: fc.constantFrom(...PLATFORMS), schema: name },
        tenant: fc.option(name),
      }),
      fc.record({ kind: fc.constant('tables'), attempts, definitions: fc.option(definitions) }),
    ),
    common,
  )
  .map(([what, rest]) => ({ ...what, ...rest }));

function keysOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value).filter((each): each is keyof T & string => each in value);
}

describe('entries of a mapping', () => {
  it('say it, and say it again', () => {
    fc.assert(
      fc.property(mapping, (made) => {
        const wanted: SourceMapping = sourceMappingSchema.parse(made);
        const read = mappingOf(entriesOf(wanted));
        expect(read.issues).toEqual([]);
        expect(sourceMappingSchema.parse(read.mapping)).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  it('offer every meaning', () => {
    expect([...MEANINGS].sort()).toEqual([...STATUS_MEANINGS].sort());
  });

  it('that are missing are named by their fields', () => {
    expect(mappingOf(blankEntries())).toEqual({ mapping: null, issues: [{ field: 'kind', code: 'choose' }] });
    const blank: Entries = { ...blankEntries(), kind: 'tables' };
    expect(mappingOf(blank).issues.map(({ field }) => field)).toEqual([
      'attempts.nodeId',
      'attempts.workflowId',
      'attempts.runId',
      'attempts.status',
      'attempts.occurredAt',
      'attempts.from',
    ]);
  });

  it('that cannot be read are named, and nothing is coerced', () => {
    const blank = blankEntries();
    const column = (path: string) => ({ column: 'data', path });
    const fields: Partial<Record<AttemptField, { column: string; path: string }>> = { nodeId: column('a..b') };
    const entries: Entries = {
      ...blank,
      kind: 'tables',
      settings: { ...blank.settings, firstDays: '0', everySeconds: '1.5', retentionDays: 'x', recountHours: '' },
      attempts: {
        ...blank.attempts,
        from: { schema: 's', table: 't' },
        columns: {
          ...{ ...blank.attempts.columns, workflowId: column(''), runId: column(''), status: column('x[0]') },
          ...{ occurredAt: column('at'), ...fields },
        },
        filters: [{ column: column(''), op: 'in', values: [], empty: false }],
        retries: { ...blank.attempts.retries, kind: 'json_array', array: column(''), at: 'x[0]' },
      },
    };
    expect(mappingOf(entries).issues).toEqual([
      { field: 'settings.firstDays', code: 'number_firstDays' },
      { field: 'settings.everySeconds', code: 'number_everySeconds' },
      { field: 'settings.retentionDays', code: 'number_retentionDays' },
      { field: 'attempts.nodeId.path', code: 'path' },
      { field: 'attempts.filters.0.values', code: 'choose_values' },
      { field: 'attempts.retries.at', code: 'keys' },
      { field: 'attempts.retries.at', code: 'choose' },
    ]);
  });
});
