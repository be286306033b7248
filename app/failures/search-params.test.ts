import { describe, expect, it } from 'vitest';
import { failuresCsvHref, failuresHref, readFailureQuery, readMoment } from './search-params';

const USUAL = {
  ...{ search: '', workflow: null, owner: null, standing: null, period: null, day: null },
  ...{ sort: 'failures', order: 'desc', page: 1 },
};
const read = (href: string) => readFailureQuery(Object.fromEntries(new URL(href, 'http://x').searchParams));

describe('readFailureQuery', () => {
  it('is the usual view when nothing is said', () => {
    expect(readFailureQuery({})).toEqual(USUAL);
  });

  it.each([
    [{ sort: 'nonsense', order: 'up', page: '-3', class: 'great' }],
    [{ page: '1.5' }],
    [{ page: 'NaN', sort: ['x', 'rate'] }],
    [{ q: '   ', workflow: '', owner: '', period: '', day: '' }],
  ])('takes what makes no sense as absent: %j', (params) => {
    expect(readFailureQuery(params)).toEqual(USUAL);
  });

  it('keeps a period and a day as they stand, for the page to say what is wrong with them', () => {
    expect(readFailureQuery({ period: '2026-02-31..2026-03-01', day: 'x' })).toMatchObject({
      ...{ period: '2026-02-31..2026-03-01', day: 'x' },
    });
    expect(readFailureQuery({ period: 'x'.repeat(9000) }).period).toHaveLength(100);
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
    '/failures?owner=payments-ops&class=unknown&period=90&day=2026-11-17',
    '/failures?period=2026-10-01..2026-10-15',
    '/failures?period=cycle%3A00000000-0000-4000-8000-00000000000a%3A-1',
  ])('%s reads back the same', (href) => {
    expect(failuresHref(read(href))).toBe(href);
  });

  it('leaves the usual period out', () => {
    expect(failuresHref({ ...read('/failures'), period: '30' })).toBe('/failures');
  });
});

it('a download has the state of the page, all pages of it, as of then', () => {
  const moment = new Date('2026-11-29T20:00:00.123Z');
  const href = failuresCsvHref(read('/failures?q=x&period=7&sort=rate&page=3'), moment);
  expect(href).toBe('/api/v1/failures.csv?q=x&period=7&at=2026-11-29T20%3A00%3A00.123Z&sort=rate');
  const params = Object.fromEntries(new URL(href, 'http://x').searchParams);
  expect(readMoment(params, moment)).toEqual(moment);
  expect(readMoment(params, new Date(moment.getTime() - 1))).toBeNull();
  expect(readMoment({ at: 'yesterday' }, moment)).toBeNull();
});

it.each([
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2026-13-01T00:00:00.000Z',
])('%s is no moment to count at', (at) => {
  expect(readMoment({ at }, new Date('2026-11-29T20:00:00.000Z'))).toBeNull();
});
