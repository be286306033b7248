import { describe, expect, it } from 'vitest';
import { compareHref, readVersionNumber, readVersionsParams, restoreHref, versionsHref } from './search-params';

describe('readVersionsParams', () => {
  const nothing = { node: null, before: null, after: null, done: null };

  it.each<[Record<string, string | string[]>, object]>([
    [{}, nothing],
    [
      { node: 'charge-card', before: '31' },
      { ...nothing, node: 'charge-card', before: 31 },
    ],
    [
      { after: '3', before: '9' },
      { ...nothing, after: 3 },
    ],
    [{ before: 'x', after: '-1', node: '', done: '1e99' }, nothing],
    [
      { before: ['4', '5'], done: '7' },
      { ...nothing, before: 4, done: 7 },
    ],
    [{ node: 'a'.repeat(501) }, nothing],
  ])('%j → %j', (params, expected) => {
    expect(readVersionsParams(params)).toEqual(expected);
  });
});

describe('readVersionNumber', () => {
  it.each([
    ['7', 7],
    ['07', 7],
    ['0', null],
    ['1.5', null],
    ['2147483648', null],
    ['', null],
    [undefined, null],
  ])('%j → %j', (value, expected) => {
    expect(readVersionNumber(value)).toBe(expected);
  });
});

describe('links', () => {
  it('leave out what is not asked for, and keep any node_id whole', () => {
    expect(versionsHref('w')).toBe('/workflows/w/versions');
    expect(versionsHref('w', { node: 'a&b', before: null, after: 3 })).toBe('/workflows/w/versions?node=a%26b&after=3');
    expect(compareHref('w', { from: 3, to: 7, node: null })).toBe('/workflows/w/versions/compare?from=3&to=7');
    expect(restoreHref('w', { version: 3, node: 'x y' })).toBe('/workflows/w/versions/restore?version=3&node=x+y');
  });
});
