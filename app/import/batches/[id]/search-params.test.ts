import { expect, it } from 'vitest';
import { ITEM_STATES } from '@/lib/workflows/batch-vocabulary';
import { type BatchParams, batchHref, KINDS, readBatchParams, SHOWN, statesOf } from './search-params';

it.each<[Record<string, string | string[]>, BatchParams]>([
  [{}, { show: null, page: 1 }],
  [
    { show: 'look', page: '3' },
    { show: 'look', page: 3 },
  ],
  [
    { show: ['refused', 'look'], page: '0' },
    { show: 'refused', page: 1 },
  ],
  [
    { show: 'toString', page: '1e9' },
    { show: null, page: 1 },
  ],
])('reads %j', (params, expected) => {
  expect(readBatchParams(params)).toEqual(expected);
});

it('every state is shown somewhere, once', () => {
  expect(Object.values(SHOWN).flat().toSorted()).toEqual(ITEM_STATES.toSorted());
  expect(statesOf(null)).toBe(ITEM_STATES);
  expect(KINDS.toSorted()).toEqual(Object.keys(SHOWN).toSorted());
});

it('links read back as they were written', () => {
  expect(batchHref('x', { show: null, page: 1 })).toBe('/import/batches/x');
  expect(batchHref('x', { show: 'look', page: 2 })).toBe('/import/batches/x?show=look&page=2');
});
