import { describe, expect, it } from 'vitest';
import { readFailureQuery } from '@/app/failures/search-params';
import { readInboxQuery } from '@/app/inbox/search-params';
import { readNodeQuery } from '@/app/nodes/search-params';
import { readThresholdQuery } from '@/app/thresholds/search-params';
import { readUnclassifiedQuery } from '@/app/unclassified/search-params';
import { HOME_SCOPES, HOME_STEPS, type HomeStep, NODE_STEPS } from '@/lib/insight/home';
import { failuresOf, homeHref, nodeListHref, readHomeQuery, stepHref } from './search-params';

const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'http://localhost').searchParams);
const reader = { role: 'editor', groups: ['pay'] } as const;

describe.each(HOME_SCOPES)('of what is %s, the link of a step asks for just what it counts', (scope) => {
  const linkOf = (step: HomeStep) => paramsOf(stepHref(step, scope));
  const group = scope === 'mine' ? '~' : null;

  it('hand-offs', () => {
    const open = { state: 'open', search: '', workflow: null };
    expect(readInboxQuery(linkOf('hand_offs'))).toMatchObject({ ...open, owner: group });
    expect(readInboxQuery(linkOf('unowned_hand_offs'))).toMatchObject({ ...open, owner: '-' });
  });

  it('thresholds and codes', () => {
    const whole = { group, workflow: null, search: '' };
    expect(readThresholdQuery(linkOf('ripe_thresholds'))).toMatchObject({ ...whole, show: 'open' });
    expect(readUnclassifiedQuery(linkOf('unclassified_codes'))).toMatchObject(whole);
  });

  it.each(HOME_STEPS.filter((step) => step in NODE_STEPS))('nodes: %s', (step) => {
    expect(stepHref(step, scope)).toMatch(/^\/nodes\?/);
    const { filters, search, ...query } = readNodeQuery(linkOf(step));
    const wanted = Object.entries(NODE_STEPS).flatMap(([name, each]) => (name === step ? [...each] : []));
    expect({ filters: new Set(filters), group: query.group, search }).toEqual({
      ...{ filters: new Set(wanted), group: step === 'no_owner' ? null : group, search: '' },
    });
  });

  it('each goes to its list', () => {
    expect(stepHref('hand_offs', scope)).toMatch(/^\/inbox/);
    expect(stepHref('unowned_hand_offs', scope)).toMatch(/^\/inbox/);
    expect(stepHref('ripe_thresholds', scope)).toMatch(/^\/thresholds/);
    expect(stepHref('unclassified_codes', scope)).toMatch(/^\/unclassified/);
  });
});

it('a list keeps the scope unless a group is named', () => {
  expect(nodeListHref({ scope: 'all' })).toBe('/nodes');
  expect(readNodeQuery(paramsOf(nodeListHref({ scope: 'mine', workflow: 'w' })))).toMatchObject({
    ...{ workflow: 'w', group: '~' },
  });
  expect(readNodeQuery(paramsOf(nodeListHref({ scope: 'mine', group: 'pay', filters: ['stale'] })))).toMatchObject({
    ...{ group: 'pay', filters: ['stale'] },
  });
});

it('what is written is read back', () => {
  for (const scope of HOME_SCOPES)
    for (const whole of [true, false])
      expect(readHomeQuery(paramsOf(homeHref({ scope, whole })), reader)).toEqual({ scope, whole });
  expect(readHomeQuery({ for: ['all', 'mine'], rows: 'many' }, reader)).toEqual({ scope: 'all', whole: false });
});

it('the calendar opens the failures of its scope', () => {
  expect(readFailureQuery(paramsOf(failuresOf('mine', '2026-11-18')))).toMatchObject({ owner: '@', day: '2026-11-18' });
  expect(failuresOf('all', null)).toBe('/failures');
});
