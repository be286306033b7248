import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { whoWouldBeTold } from '@/lib/alerts/who';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { LOOKS_AT } from '@/lib/judge/judge-drill';
import type { GroupReach } from '@/lib/owners/channel-health';
import type { NodePolicy } from '@/lib/policy/schema';
import { type Choices, firstChoices, planOf, targetsFor } from './choices';
import { PlanPanel } from './plan-panel';

const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;
const RIGHT: NodePolicy = {
  owner: 'payments',
  actions: [{ id: 'charge', kind: 'http', idempotent: true }],
  retry: RETRY,
};
const GROUP: GroupReach = {
  ...{ id: 'g', slug: 'payments', name: 'Payments', health: 'untried' },
  channels: [{ id: 'c', kind: 'webhook', name: 'Night desk', fallback: false, health: { state: 'untried' } }],
};

function rendered(locale: Locale, policy: NodePolicy, choices: Choices, groups: readonly GroupReach[]): string {
  return markupIn(
    locale,
    <PlanPanel
      node={{ rowId: 'n', policy, workflowName: 'Orders' }}
      who={whoWouldBeTold(JSON.parse(JSON.stringify({ owner: policy.owner })), null, groups)}
      looksAt={LOOKS_AT}
      choices={choices}
      plans={planOf(choices, policy).plans}
      renderedAt="2026-12-01T08:00:00.000Z"
    />,
    { timeZone: 'Asia/Shanghai' },
  );
}

describe('choices', () => {
  it('begin with every drill that says something, in the sandbox, captured, without waiting', () => {
    const right = firstChoices(RIGHT);
    expect([...right.drills]).toEqual([1, 2, 3, 4, 5]);
    expect(right).toMatchObject({ runner: 'builtin', channels: 'capture', clock: 'shortened' });
    const { drills, ...rest } = firstChoices({ retry: RETRY });
    expect([...drills]).toEqual([1, 2, 3, 4]);
    const planned = planOf({ ...rest, drills: new Set([1, 5]) }, { retry: RETRY });
    expect(planned.plans.map(({ drill }) => drill)).toEqual([1]);
    expect([...planned.left]).toEqual([5]);
  });

  it('offer a runner the targets that it can be sent to', () => {
    const targets = [
      { id: 'a', name: 'A', environment: 'test', asked: true },
      { id: 'b', name: 'B', environment: 'test', asked: false },
    ];
    expect(targetsFor('builtin', targets)).toEqual([]);
    expect(targetsFor('webhook', targets).map(({ id }) => id)).toEqual(['a']);
    expect(targetsFor('person', targets).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe.each(LOCALES)('the plan in %s', (locale) => {
  it('says of each drill what is done and expected, and who would be told', () => {
    const html = rendered(locale, RIGHT, firstChoices(RIGHT), [GROUP]);
    expect(html.match(/data-drill/g)).toHaveLength(5);
    expect(html).not.toMatch(/drills\.|reach\.|policy\./);
    expect(html).toContain(locale === 'en' ? '15 seconds' : '15 秒');
    expect(html).toContain('Night desk');
    expect(html).not.toContain('role="note"');
  });

  it('says beforehand what cannot pass, with the way to mend it', () => {
    const { owner: _, retry: __, ...bare } = RIGHT;
    const policy: NodePolicy = { ...bare, classification: [{ code: 'http_401', class: 'transient' }] };
    const html = rendered(locale, policy, firstChoices(policy), [GROUP]);
    for (const href of ['/nodes/n#retry', '/nodes/n#owner', '/nodes/n#classification'])
      expect(html).toContain(`href="${href}"`);
    const mute = rendered(locale, RIGHT, firstChoices(RIGHT), [{ ...GROUP, health: 'no_channel', channels: [] }]);
    expect(mute).toContain('href="/groups/g#channels"');
    expect(rendered(locale, RIGHT, firstChoices(RIGHT), [])).toContain('href="/groups/new"');
  });

  it('says so when nothing is chosen', () => {
    const html = rendered(locale, RIGHT, { ...firstChoices(RIGHT), drills: new Set() }, [GROUP]);
    expect(html).toContain(MESSAGES[locale].drills.plan.nothingChosen);
  });
});
