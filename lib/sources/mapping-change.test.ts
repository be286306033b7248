import { expect, test } from 'vitest';
import { rereadingAfter } from './mapping-change';
import { sourceMappingSchema } from './schema';

const mapping = sourceMappingSchema.parse({ kind: 'preset', platform: 'dify', schema: 'public' });
const statuses = { failed: 'failed', succeeded: 'succeeded' } as const;
const before = { mapping, statuses };
const after = (changed: object, more: object = {}) => ({
  mapping: sourceMappingSchema.parse({ ...mapping, ...changed }),
  statuses: { ...statuses, ...more },
});

test.each([
  ['the same', after({}), { kind: 'nothing' }],
  ['its pace', after({ everySeconds: 60, lookBackMinutes: 5, recountHours: null, firstDays: 7 }), { kind: 'nothing' }],
  ['more days', after({ firstDays: 365 }), { kind: 'further_back' }],
  ['another schema', after({ schema: 'dify' }), { kind: 'everything' }],
  ['a tenant', after({ tenant: 't1' }), { kind: 'everything' }],
  ['another meaning', after({}, { failed: 'left_out' }), { kind: 'everything' }],
  ['a new meaning', after({}, { odd: 'failed' }), { kind: 'statuses', values: ['odd'] }],
])('%s', (_, changed, expected) => {
  expect(rereadingAfter(before, changed, true)).toEqual(expected);
});

test('a meaning taken away, and another place', () => {
  expect(rereadingAfter(after({}, { odd: 'failed' }), before, true)).toEqual({ kind: 'everything' });
  expect(rereadingAfter(before, before, false)).toEqual({ kind: 'everything' });
});
