import { describe, expect, it } from 'vitest';
import { calendarDays } from '@/lib/history/calendar';
import en from '@/lib/i18n/messages/en/home.json';
import { calendarWeeks, doneOf, HOME_STEPS, homeScope, leftOf, NODE_STEPS, shadeOf } from './home';

describe('scope', () => {
  const pay = ['pay'];
  it.each([
    ['viewer', pay, undefined, 'mine'],
    ['editor', pay, undefined, 'mine'],
    ['administrator', pay, undefined, 'all'],
    ['administrator', pay, 'mine', 'mine'],
    ['editor', pay, 'all', 'all'],
    ['editor', pay, 'nonsense', 'mine'],
    ['editor', [], undefined, 'all'],
    ['editor', [], 'mine', 'all'],
  ] as const)('a %s of %j who asks for %s sees %s', (role, groups, asked, scope) => {
    expect(homeScope({ role, groups }, asked)).toBe(scope);
  });
});

it('every step has its place and its words', () => {
  expect(Object.keys(NODE_STEPS).filter((step) => !HOME_STEPS.some((each) => each === step))).toEqual([]);
  for (const step of HOME_STEPS) expect(Object.keys(en.steps[step])).toEqual(['title', 'why', 'name']);
});

describe('calendar', () => {
  const days = calendarDays(new Date('2026-10-21T08:00:00Z'), new Date('2026-11-20T08:00:00Z'), 'UTC');

  it('is weeks from Monday to Sunday, filled up at both ends', () => {
    const weeks = calendarWeeks(
      days,
      days.map((_, index) => index),
      '2026-01-01',
    );
    expect(weeks).toHaveLength(5);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    // The 21st of October is a Wednesday, the 20th of November a Friday.
    expect(weeks[0]?.map(({ failures }) => failures)).toEqual([null, null, 0, 1, 2, 3, 4]);
    expect(weeks[0]?.[0]?.day).toBe('2026-10-19');
    expect(weeks.at(-1)?.map(({ failures }) => failures)).toEqual([26, 27, 28, 29, 30, null, null]);
    expect(weeks.at(-1)?.at(-1)?.day).toBe('2026-11-22');
  });

  it('leaves out what was before the history, which is not the same as no failure', () => {
    const [week] = calendarWeeks(days, [], '2026-10-24');
    expect(week?.map(({ failures }) => failures)).toEqual([null, null, null, null, null, 0, 0]);
  });

  it('is nothing without days', () => expect(calendarWeeks([], [], '2026-01-01')).toEqual([]));

  it.each([
    [0, 10, 0],
    [1, 1000, 1],
    [5, 20, 1],
    [6, 20, 2],
    [20, 20, 4],
    [0, 0, 0],
  ])('%i of at most %i is shade %i', (failures, most, shade) => expect(shadeOf(failures, most)).toBe(shade));
});

it('what is done and what is left make up all nodes', () => {
  const counts = { nodes: 21, incomplete: 6, configured: 5, simulated: 4, proven: 3, stale: 2, idle: 1 };
  expect([doneOf(counts), leftOf(counts)]).toEqual([8, 13]);
  expect(doneOf(counts) + leftOf(counts)).toBe(counts.nodes);
});
