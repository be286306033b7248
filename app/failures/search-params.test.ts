import { describe, expect, it } from 'vitest';
import { failuresHref, readFailureQuery } from './search-params';

const USUAL = { search: '', workflow: null, standing: null, sort: 'failures', order: 'desc', page: 1 };

describe('readFailureQuery', () => {
  it('is the usual view when nothing is said', () => {
    expect(readFailureQuery({})).toEqual(USUAL);
  });

  it.each([
    [{ sort: 'nonsense', order: 'up', page: '-3', class: 'great' }],
    [{ page: '1.5' }],
    [{ page: 'NaN', sort: ['x', 'rate'] }],
    [{ q: '   ', workflow: '' }],
  ])('takes what makes no sense as absent: %j', (params) => {
    expect(readFailureQuery(params)).toEqual(USUAL);
  });

  it('starts words from A and figures from the highest', () => {
    expect(readFailureQuery({ sort: 'code' }).order).toBe('asc');
    expect(readFailureQuery({ sort: 'rate' }).order).toBe('desc');
  });
});

describe('failuresHref', () => {
  it.each([
    '/failures',
    '/failures?q=http_503&class=terminal&sort=rate&order=asc&page=2',
    '/failures?workflow=order-fulfilment&sort=node',
  ])('%s reads back the same', (href) => {
    const params = Object.fromEntries(new URL(href, 'http://x').searchParams);
    expect(failuresHref(readFailureQuery(params))).toBe(href);
  });
});
