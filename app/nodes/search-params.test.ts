import { describe, expect, it } from 'vitest';
import { NODE_COLUMNS, nodesHref, readNodeQuery, viewQuery } from './search-params';

const plain = readNodeQuery({});

describe('readNodeQuery', () => {
  it('starts with the node that fails most', () => {
    const list = { search: '', workflow: null, group: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
    expect(plain).toEqual({ ...list, standard: null, columns: null, view: null });
  });

  it.each([
    [{ sort: 'colour', order: 'up', page: '0', show: 'nonsense' }],
    [{ sort: '', order: '', page: '-3', show: '', q: '   ', workflow: '' }],
    [{ sort: ['x', 'rate'], page: '1.5' }],
    [{ page: '1e99', __proto__: 'x' }],
    [{ cols: 'colour.size', view: '' }],
    [{ standard: 'likes.all.ops' }],
  ])('falls back where the link makes no sense: %j', (params) => {
    expect(readNodeQuery(params)).toEqual(plain);
  });

  it('cannot ask for two states of coverage at once', () => {
    expect(readNodeQuery({ show: 'incomplete.proved.failing.stale' }).filters).toEqual(['failing', 'proved']);
  });

  it('still understands links from before there were drills', () => {
    expect(readNodeQuery({ show: 'failing.complete' }).filters).toEqual(['failing', 'configured']);
  });

  it('starts names from A, figures from the highest', () => {
    expect(readNodeQuery({ sort: 'name' }).order).toBe('asc');
    expect(readNodeQuery({ sort: 'rate' }).order).toBe('desc');
  });
});

describe('nodesHref', () => {
  it('leaves out what is as usual', () => {
    expect(nodesHref(plain)).toBe('/nodes');
    expect(nodesHref({ ...plain, sort: 'name', order: 'asc' })).toBe('/nodes?sort=name');
    expect(nodesHref({ ...plain, sort: 'rate', order: 'asc' })).toBe('/nodes?sort=rate&order=asc');
  });

  it('is read back as it was written', () => {
    const query = {
      ...plain,
      search: '支付 & 100%',
      workflow: 'b3f5c1d2-8a3e-4f70-9a55-000000000001',
      filters: ['failing', 'no_owner'] as const,
      group: 'payments-ops',
      standard: { group: 'payments.ops', part: 'retry', standing: 'excused' } as const,
      sort: 'name' as const,
      order: 'desc' as const,
      page: 3,
      columns: ['owner', 'trend'] as const,
      view: 'b3f5c1d2-8a3e-4f70-9a55-000000000002',
    };
    const url = new URL(nodesHref(query), 'http://localhost');
    expect(readNodeQuery(Object.fromEntries(url.searchParams))).toEqual(query);
  });
});

describe('viewQuery', () => {
  it('keeps what a view is about: neither the page nor the view that is open', () => {
    const query = { ...plain, search: 'pay', sort: 'last' as const, page: 4, view: 'some' };
    expect(viewQuery(query, ['owner', 'last'])).toBe('q=pay&cols=owner.last&sort=last');
  });

  it('is the same for what shows the same', () => {
    const other = readNodeQuery({ sort: 'failures', order: 'desc', page: '9', cols: 'last.owner', view: 'x' });
    expect(viewQuery(other, other.columns ?? NODE_COLUMNS)).toBe(viewQuery(plain, ['owner', 'last']));
    expect(viewQuery(plain, [])).toBe('cols=-');
  });
});
