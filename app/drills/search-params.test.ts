import { describe, expect, it } from 'vitest';
import { ALL_RUNS, drillsHref, drillsPageHref, isNarrowed, readRunCursor, readRunFilter } from './search-params';

const ID = '6f0c2f9e-5a0e-4a57-9a5c-0d8f6f3a1b11';

function paramsIn(href: string) {
  return Object.fromEntries(new URL(href, 'http://x').searchParams);
}

describe('the address of the list of drill runs', () => {
  it('is read back as it was written', () => {
    const filter = { state: 'failed', workflowId: ID, group: 'payments-ops', nodeRowId: ID } as const;
    expect(readRunFilter(paramsIn(drillsHref(filter)))).toEqual(filter);
    expect(drillsHref()).toBe('/drills');
    expect(isNarrowed(readRunFilter({}))).toBe(false);
    expect(isNarrowed(filter)).toBe(true);
  });

  it('says nothing where it makes no sense', () => {
    const nonsense = { state: 'lost', workflow: 'x', node: '1', group: 'a\0b', before: '2026_x', after: `2026_${ID}` };
    expect(readRunFilter(nonsense)).toEqual(ALL_RUNS);
    expect(readRunCursor(nonsense)).toBeNull();
  });

  it('leads on from a run', () => {
    const run = { createdAt: new Date('2026-11-20T08:00:00.123Z'), id: ID };
    const href = drillsPageHref({ ...ALL_RUNS, state: 'passed' }, 'after', run);
    expect(readRunFilter(paramsIn(href)).state).toBe('passed');
    expect(readRunCursor(paramsIn(href))).toEqual({ side: 'after', at: run.createdAt, id: ID });
  });
});
