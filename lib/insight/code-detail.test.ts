import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '@/lib/history/threshold';
import { canBeNamed, effectOf, shareAfterRetry } from './code-detail';

const NODE = { failedExecutions: 10, atLast: 0, maxAttempts: 3, draftBy: null, canCarryPolicy: true, mayPublish: true };

describe('the effect of a class', () => {
  const nodes = [
    { ...NODE, name: 'retries', atLast: 2 },
    { ...NODE, name: 'also', failedExecutions: 5 },
    { ...NODE, name: 'once', maxAttempts: 1 },
    { ...NODE, name: 'undecided', maxAttempts: null },
    { ...NODE, name: 'written on', draftBy: 'Bo' },
    { ...NODE, name: 'of others', mayPublish: false, draftBy: 'Bo' },
    { ...NODE, name: 'engine', canCarryPolicy: false, mayPublish: false },
  ];

  it('of transient are the executions that would have been tried again', () => {
    expect(effectOf(nodes, 'transient')).toEqual({
      ...{ retried: 13, retrying: ['retries', 'also'], withoutRetry: ['once', 'undecided'] },
      ...{ drafted: ['written on'], foreign: ['of others'], closed: ['engine'], decided: 4 },
    });
  });

  it('of terminal is nothing but that it is decided', () => {
    expect(effectOf(nodes, 'terminal')).toMatchObject({ retried: 0, retrying: [], withoutRetry: [], decided: 4 });
  });

  it('of no node is nothing', () => {
    expect(effectOf([], 'transient')).toMatchObject({ retried: 0, decided: 0 });
  });
});

describe('what followed a retry', () => {
  it.each([[0], [9]])('of %i is too few to say', (retried) => {
    expect(shareAfterRetry({ retried, succeeded: retried })).toBeNull();
  });

  it('has the interval of thresholds', () => {
    expect(shareAfterRetry({ retried: 10, succeeded: 7 })).toEqual({ share: 0.7, ...wilsonInterval(7, 10) });
  });
});

it.each([
  [null, false],
  ['', false],
  ['E_ODD', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
])('whether a rule can name %s', (code, named) => {
  expect(canBeNamed(code)).toBe(named);
});
