import { expect, it } from 'vitest';
import type { InboxQuery } from '@/lib/insight/inbox-list';
import { EVERYTHING_OPEN, inboxHref, readInboxQuery } from './search-params';

it.each<[string, Partial<InboxQuery>]>([
  ['/inbox', {}],
  ['/inbox?state=all', { state: null }],
  ['/inbox?state=resolved&owner=-', { state: 'resolved', owner: '-' }],
  [
    '/inbox?q=pay&owner=%7E&reason=exhausted&since=7d&sort=first',
    {
      ...{ search: 'pay', owner: '~', trigger: 'exhausted', period: '7d', sort: 'first', order: 'asc' },
    },
  ],
  ['/inbox?node=charge&code=x+9', { nodeId: 'charge', code: 'x 9' }],
  ['/inbox?node=charge&nocode=1', { nodeId: 'charge', code: null }],
  ['/inbox?code=', { code: '' }],
  ['/inbox?sort=count&order=asc&page=3', { sort: 'count', order: 'asc', page: 3 }],
])('%s', (href, change) => {
  const query = { ...EVERYTHING_OPEN, ...change };
  expect(inboxHref(query)).toBe(href);
  const params = new URL(href, 'http://localhost').searchParams;
  expect(readInboxQuery(Object.fromEntries(params))).toEqual(query);
});

it('takes what makes no sense as absent', () => {
  const odd = { state: 'odd', since: 'toString', reason: 'x', sort: 'name', page: '-1', owner: '' };
  expect(readInboxQuery(odd)).toEqual(EVERYTHING_OPEN);
});
