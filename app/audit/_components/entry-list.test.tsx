import { MantineProvider } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, SUBJECT_KINDS } from '@/lib/audit/actions';
import type { AuditEntry } from '@/lib/audit/entry';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { EVERYTHING } from '../search-params';
import { EntryList } from './entry-list';
import { FilterForm } from './filter-form';

const NOW = new Date('2026-11-20T08:00:00Z');
const WORKFLOW = '6f0c2f9e-5a0e-4a57-9a5c-0d8f6f3a1b11';
const ENTRY: AuditEntry = {
  ...{ id: '7', at: new Date('2026-11-20T07:00:00Z'), actorId: 'ann', actorName: '<b>Ann</b>', actorRole: 'editor' },
  ...{ via: 'token', ip: '192.0.2.7', userAgent: null, action: 'policy.restore' },
  ...{ subjectKind: 'workflow', subjectId: WORKFLOW, subjectName: 'Orders', subjectStands: true, leftOut: false },
  before: { version: 3, nodes: [{ id: 'charge', policy: { retry: { maxAttempts: 3 } } }] },
  after: {
    ...{ version: 4, restoredFrom: 1, note: 'calmer' },
    nodes: ['charge', 'ship', 'thank', 'bill', 'file'].map((id) => ({ id, policy: { retry: { maxAttempts: 4 } } })),
  },
};

function rendered(locale: Locale, element: React.ReactNode): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="Asia/Shanghai" now={NOW}>
      <MantineProvider>{element}</MantineProvider>
    </NextIntlClientProvider>,
  );
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const list = (entry: AuditEntry, locale: Locale = 'en') => rendered(locale, <EntryList entries={[entry]} now={NOW} />);

describe('EntryList', () => {
  it('says when, who, how, from where, what on what', () => {
    const html = list(ENTRY);
    const text = textOf(html);
    expect(text).toContain('1 hour ago Nov 20, 2026, 3:00:00 PM');
    expect(text).toContain('&lt;b&gt;Ann&lt;/b&gt; Editor · by a token · from 192.0.2.7');
    expect(text).toContain('Restored an earlier version Workflow Orders');
    expect(text).toContain('5 nodes: charge, ship, thank, 2 more');
    expect(text).toContain('as version 4, from version 1 Note: calmer');
    expect(html).toContain(`href="/workflows/${WORKFLOW}"`);
    expect(html).toContain(`href="/audit?id=${WORKFLOW}"`);
    expect(text).toContain('- removed version: 3');
    expect(text).toContain('+ added maxAttempts: 4');
  });

  it('leads nowhere once the thing is gone, and to the entry when it is long', () => {
    const html = list({ ...ENTRY, subjectStands: false, before: null, after: null, leftOut: true });
    expect(html).not.toContain('href="/workflows');
    expect(html).toContain('href="/audit/7"');
    expect(html).not.toContain('<details');
  });

  it('says that nothing differs, and what there is only one side of', () => {
    const side = { version: 1 };
    expect(textOf(list({ ...ENTRY, before: side, after: side }))).toContain('Nothing that is kept here differs');
    expect(textOf(list({ ...ENTRY, before: null }))).toContain('What it was made with');
    expect(textOf(list({ ...ENTRY, after: null }))).toContain('What was there');
    expect(list({ ...ENTRY, before: null, after: null })).not.toContain('<details');
  });

  it('an action that this release does not know is called as it is called', () => {
    const entry = { ...ENTRY, action: 'planet.move', subjectKind: 'planet', actorRole: 'deity', via: 'prayer' };
    expect(textOf(list(entry))).toContain('planet.move');
  });

  it('speaks Chinese', () => {
    const text = textOf(list(ENTRY, 'zh-CN'));
    expect(text).toContain('恢复了较早的版本 工作流 Orders');
    expect(text).toContain('5 个节点：charge');
    expect(text).toContain('成为第 4 版');
  });
});

describe('FilterForm', () => {
  it.each(LOCALES)('offers every action and kind in words (%s)', (locale) => {
    const people = [{ id: 'ann', name: 'Ann' }];
    const query = { ...EVERYTHING, who: 'gone', id: WORKFLOW };
    const html = rendered(locale, <FilterForm query={query} people={people} about="Orders" />);
    const options = [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, label]) => ({
      value,
      label,
    }));
    const values = options.map(({ value }) => value);
    expect(values).toEqual(['', 'ann', 'gone', '', ...AUDIT_ACTIONS, '', ...SUBJECT_KINDS]);
    const untold = options.filter(({ value, label }) => value !== 'gone' && value === label);
    expect(untold).toEqual([]);
    expect(html).toMatch(/<option value="gone" selected=""/);
    expect(html).toContain(`<input type="hidden" name="id" value="${WORKFLOW}"/>`);
  });
});
