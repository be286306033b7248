import { expect, it } from 'vitest';
import { openThresholdsHref, readThresholdQuery, thresholdsCsvHref, thresholdsHref } from './search-params';

const USUAL = {
  ...{ show: 'open', group: null, workflow: null, search: '', sort: 'failures', order: 'desc', page: 1 },
};

it.each([
  [{}, USUAL],
  [
    { show: 'short', group: '~', q: ' pay ', page: '3' },
    { ...USUAL, show: 'short', group: '~', search: 'pay', page: 3 },
  ],
  [{ sort: 'node' }, { ...USUAL, sort: 'node', order: 'asc' }],
  [{ show: 'nothing', sort: 'drop', order: 'up', page: '-1', group: '' }, USUAL],
])('reads %j', (params, query) => {
  expect(readThresholdQuery(params)).toEqual(query);
});

it('writes what it reads, and nothing that is as usual', () => {
  expect(thresholdsHref(readThresholdQuery({}))).toBe('/thresholds');
  const link = '/thresholds?q=pay&show=drifted&group=night&sort=since&order=asc&page=2';
  expect(thresholdsHref(readThresholdQuery(Object.fromEntries(new URL(link, 'http://x').searchParams)))).toBe(link);
});

it('leads to what waits for somebody, and to all of a view as a download', () => {
  expect([openThresholdsHref('mine'), openThresholdsHref('all')]).toEqual(['/thresholds?group=%7E', '/thresholds']);
  expect(thresholdsCsvHref(readThresholdQuery({ show: 'ripe', page: '4' }))).toBe('/api/v1/thresholds.csv?show=ripe');
});
