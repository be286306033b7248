import { expect, it } from 'vitest';
import { readFailureQuery } from '@/app/failures/search-params';
import { readInboxQuery } from '@/app/inbox/search-params';
import { readNodeQuery } from '@/app/nodes/search-params';
import { HOME_SCOPES, HOME_STEPS, NODE_STEPS } from '@/lib/insight/home';
import { failuresOf, homeHref, nodeListHref, readHomeQuery, stepHref } from './search-params';

const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'http://localhost').searchParams);
const reader = { role: 'editor', groups: ['pay'] } as const;

it('the link of each step asks for just what it counts', () => {
  for (const scope of HOME_SCOPES)
    for (const step of HOME_STEPS) {
      const href = stepHref(step, scope);
      const mine = scope === 'mine' && step !== 'no_owner' ? '~' : null;
      if (step === 'hand_offs' || step === 'unowned_hand_offs') {
        const owner = step === 'hand_offs' ? mine : '-';
        expect(href).toMatch(/^\/inbox/);
        expect(readInboxQuery(paramsOf(href))).toMatchObject({ state: 'open', owner, search: '', workflow: null });
      } else {
        expect(href).toMatch(/^\/nodes\?/);
        const { filters, group, search } = readNodeQuery(paramsOf(href));
        expect({ filters: new Set(filters), group, search }).toEqual({
          ...{ filters: new Set(NODE_STEPS[step]), group: mine, search: '' },
        });
      }
    }
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
