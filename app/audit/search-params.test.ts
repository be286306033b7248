import { describe, expect, it } from 'vitest';
import {
  auditCsvHref,
  auditFilter,
  auditHref,
  auditPageHref,
  EVERYTHING,
  isNarrowed,
  readAuditCursor,
  readAuditQuery,
} from './search-params';

const params = (href: string) => Object.fromEntries(new URL(href, 'http://x').searchParams);

describe('readAuditQuery', () => {
  it.each([
    {},
    { q: '  ', who: '', what: '', kind: '', id: '', from: '', to: '' },
    { what: 'policy.eat', kind: 'planet', from: '2026-02-31', to: 'today', who: 'a\u0000' },
  ])('takes what makes no sense as absent: %j', (raw) => {
    expect(readAuditQuery(raw)).toEqual(EVERYTHING);
    expect(isNarrowed(readAuditQuery(raw))).toBe(false);
  });

  it.each([
    { words: '退款 & 50%' },
    { who: 'ann' },
    { what: 'policy.publish', kind: 'workflow', id: 'w' },
    { what: 'sign_in', first: '2026-11-17', last: '2026-11-18' },
  ] as const)('%j reads back the same, for the page and for the download', (query) => {
    expect(readAuditQuery(params(auditHref(query)))).toEqual({ ...EVERYTHING, ...query });
    expect(readAuditQuery(params(auditCsvHref({ ...EVERYTHING, ...query })))).toEqual({ ...EVERYTHING, ...query });
    expect(isNarrowed({ ...EVERYTHING, ...query })).toBe(true);
  });

  it('leaves nothing in the link that does not narrow', () => {
    expect(auditHref({})).toBe('/audit');
  });
});

it('days begin and end where the reader is, the last one included', () => {
  const filter = auditFilter({ ...EVERYTHING, first: '2026-11-17', last: '2026-11-17' }, 'Asia/Shanghai');
  expect(filter.from?.toISOString()).toBe('2026-11-16T16:00:00.000Z');
  expect(filter.to?.toISOString()).toBe('2026-11-17T16:00:00.000Z');
});

it('a page begins where an entry is, with the same filters', () => {
  const at = new Date('2026-11-29T20:00:00.123Z');
  const href = auditPageHref({ ...EVERYTHING, who: 'ann' }, 'before', { at, id: '42' });
  expect(readAuditCursor(params(href))).toEqual({ side: 'before', at, id: '42' });
  expect(readAuditQuery(params(href)).who).toBe('ann');
  expect(readAuditCursor({ before: 'x' })).toBeNull();
});
