import { expect, it } from 'vitest';
import { bulkHref, readBulkParams } from './search-params';

it.each([
  ['preview', { show: 'loses', page: '2' }, { show: 'loses', page: 2 }],
  ['results', { show: 'loses', page: '2' }, { show: null, page: 2 }],
  ['results', { show: ['published', 'refused'] }, { show: 'published', page: 1 }],
  ['undo', { show: 'published' }, { show: null, page: 1 }],
  ['undo', { show: 'restored', page: '0' }, { show: 'restored', page: 1 }],
  ['preview', { show: 'x', page: '1e9' }, { show: null, page: 1 }],
] as const)('in %s, %o is read as %o', (phase, raw, expected) => {
  expect(readBulkParams({ ...raw, show: Array.isArray(raw.show) ? [...raw.show] : String(raw.show) }, phase)).toEqual(
    expected,
  );
});

it('writes links that are read again, and short ones', () => {
  expect(bulkHref('a', { show: null, page: 1 })).toBe('/bulk/a');
  expect(bulkHref('a', { show: 'refused', page: 3 })).toBe('/bulk/a?show=refused&page=3');
});
