import { expect, it } from 'vitest';
import { UNCLASSIFIED_SORTS } from '@/lib/insight/unclassified-list';
import { codeHref, readCodeAsked, readUnclassifiedQuery, unclassifiedCsvHref, unclassifiedHref } from './search-params';

const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'http://localhost').searchParams);

it('what is written is read back, and a download has the same state on one page', () => {
  for (const sort of UNCLASSIFIED_SORTS)
    for (const group of [null, '~', 'pay']) {
      const query = { search: 'a b', workflow: 'w', group, sort, order: 'asc', page: 3 } as const;
      expect(readUnclassifiedQuery(paramsOf(unclassifiedHref(query)))).toEqual(query);
      expect(readUnclassifiedQuery(paramsOf(unclassifiedCsvHref(query)))).toEqual({ ...query, page: 1 });
    }
  expect(unclassifiedHref(readUnclassifiedQuery({ sort: 'nonsense', page: '-1' }))).toBe('/unclassified');
});

it.each([['E_ODD'], [''], ['a&b=c d/ü'], [null]])('%j is read back as it is written', (code) => {
  expect(readCodeAsked(paramsOf(codeHref({ code })))).toEqual({ code, node: null });
  expect(readCodeAsked(paramsOf(codeHref({ code, node: 'n' })))).toEqual({ code, node: 'n' });
});

it('names no code where the link does not', () => {
  expect(readCodeAsked({})).toBeNull();
  expect(readCodeAsked({ code: 'a\0' })).toBeNull();
});
