import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/lib/policy/read';
import { withOverride } from './override';

const CONFIG = {
  type: 'http',
  owner: 'payments-ops',
  retry: { maxAttempts: 5, backoff: 'fixed', initialInterval: '3s', maxInterval: '9s', retryOn: ['timeout'] },
};

describe('what a drill sets for itself', () => {
  it('is nothing where nothing is to be set', () => {
    expect(withOverride(CONFIG, {})).toBe(CONFIG);
  });

  it('changes the number of attempts and nothing else', () => {
    expect(withOverride(CONFIG, { maxAttempts: 1 })).toEqual({ ...CONFIG, retry: { ...CONFIG.retry, maxAttempts: 1 } });
    expect(CONFIG.retry.maxAttempts).toBe(5);
  });

  it('lifts a limit by time', () => {
    const limited = { ...CONFIG, retry: { ...CONFIG.retry, maxElapsed: '1s' } };
    expect(withOverride(limited, { maxElapsed: null })).toEqual(CONFIG);
    expect(withOverride(limited, { maxAttempts: 1 })).toEqual({
      ...limited,
      retry: { ...limited.retry, maxAttempts: 1 },
    });
  });

  it('keeps what a node has of intervals, and completes it to what holds', () => {
    for (const written of [{ initialInterval: '2m' }, { maxInterval: '2s' }, { backoff: 'fixed', maxElapsed: '1s' }]) {
      const { policy } = readPolicy(withOverride({ retry: { maxAttempts: 1, ...written } }, { maxAttempts: 2 }));
      const own = readPolicy({ retry: { maxAttempts: 1, ...written } }).policy?.retry;
      expect(policy?.retry).toMatchObject({ ...own, maxAttempts: 2 });
    }
  });

  it('takes intervals of the skeleton where a second attempt needs some and there are none', () => {
    const retry = { maxAttempts: 2, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
    expect(withOverride({ type: 'http' }, { maxAttempts: 2 })).toEqual({ type: 'http', retry });
    expect(readPolicy(withOverride({ retry: { maxAttempts: 1 } }, { maxAttempts: 2 })).policy?.retry).toMatchObject({
      ...{ maxAttempts: 2, initialInterval: 5_000, maxInterval: 60_000 },
    });
    expect(withOverride({}, { maxAttempts: 1 })).toEqual({ retry: { maxAttempts: 1 } });
  });
});
