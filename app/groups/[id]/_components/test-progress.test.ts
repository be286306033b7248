import { describe, expect, it } from 'vitest';
import { isOver, NO_WORKER_MS, type TestStep, type TestView, testStep } from './test-progress';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const iso = (ms: number) => new Date(NOW + ms).toISOString();
const view = (more: Partial<TestView>): TestView => ({
  ...{ state: 'pending', problem: null, nextAt: iso(-1), confirmedAt: null, providerRef: null, tries: [] },
  ...more,
});

describe('testStep', () => {
  it.each<[string, Partial<TestView>, TestStep]>([
    ['just asked for', {}, 'waiting'],
    ['taken by nobody', { nextAt: iso(-NO_WORKER_MS) }, 'no_worker'],
    ['held back by the limit of the provider', { nextAt: iso(5_000) }, 'waiting'],
    ['under way', { state: 'sending', nextAt: null }, 'sending'],
    ['taken by the provider', { state: 'sent', nextAt: null }, 'sent'],
    ['said to have arrived', { state: 'sent', nextAt: null, confirmedAt: iso(0) }, 'confirmed'],
    ['failed, and to be tried again', { state: 'retry', nextAt: iso(9_000) }, 'retry'],
    ['due again just now', { state: 'retry' }, 'retry'],
    ['due again, and taken by nobody', { state: 'retry', nextAt: iso(-NO_WORKER_MS) }, 'no_worker'],
    ['refused', { state: 'dead', nextAt: null }, 'dead'],
    ['perhaps arrived', { state: 'unknown', nextAt: null }, 'unknown'],
  ])('%s', (_, more, step) => {
    expect(testStep(view(more), NOW)).toBe(step);
  });

  it('is over when nothing more happens by itself', () => {
    const steps: TestStep[] = ['waiting', 'no_worker', 'sending', 'sent', 'confirmed', 'retry', 'dead', 'unknown'];
    expect(steps.filter(isOver)).toEqual(['confirmed', 'dead', 'unknown']);
  });
});
