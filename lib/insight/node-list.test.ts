import { describe, expect, it } from 'vitest';
import { ROWS_PER_PAGE, shownPage } from './list';
import { failureRate, toggleFilter } from './node-list';

describe('toggleFilter', () => {
  it('lets the chips of coverage take each other’s place', () => {
    expect(toggleFilter(['failing', 'proved'], 'incomplete')).toEqual(['failing', 'incomplete']);
    expect(toggleFilter(['failing', 'incomplete'], 'stale')).toEqual(['failing', 'stale']);
    expect(toggleFilter(['failing', 'stale'], 'no_owner')).toEqual(['failing', 'no_owner', 'stale']);
    expect(toggleFilter(['failing', 'proved'], 'proved')).toEqual(['failing']);
  });
});

describe('failureRate', () => {
  it('is failed executions over executions, unknown without any', () => {
    expect(failureRate({ executions: 200, failedExecutions: 50 })).toBe(0.25);
    expect(failureRate({ executions: 0, failedExecutions: 0 })).toBeNull();
  });
});

describe('shownPage', () => {
  it.each([
    [1, 0, { page: 1, pages: 1 }],
    [99, 0, { page: 1, pages: 1 }],
    [2, 2 * ROWS_PER_PAGE, { page: 2, pages: 2 }],
    [3, 2 * ROWS_PER_PAGE, { page: 2, pages: 2 }],
    [3, 2 * ROWS_PER_PAGE + 1, { page: 3, pages: 3 }],
  ])('page %d of %d rows', (asked, matches, expected) => {
    expect(shownPage(asked, matches)).toEqual(expected);
  });
});
