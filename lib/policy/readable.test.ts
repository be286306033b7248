import { describe, expect, test } from 'vitest';
import { readPolicy } from './read';
import { readablePolicy } from './readable';

const RETRY = { maxAttempts: 2, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' };

describe('readablePolicy', () => {
  test('a policy that holds is itself', () => {
    const config = { owner: 'payments', retry: RETRY, alert: { silence: '10m' }, type: 'http' };
    expect(readablePolicy(config)).toEqual(readPolicy(config).policy);
  });

  test('of one that does not hold, what holds by itself', () => {
    const config = { owner: 'payments', retry: RETRY, alert: { silence: '1s' }, classification: 'none' };
    expect(readPolicy(config).policy).toBeNull();
    expect(readablePolicy(config)).toEqual(readPolicy({ owner: 'payments', retry: RETRY }).policy);
  });

  test('finds onExhausted under retry all the same', () => {
    const config = { retry: { ...RETRY, onExhausted: { action: 'manual', notify: 'oncall' } }, alert: 3 };
    expect(readablePolicy(config)).toMatchObject({ retry: { maxAttempts: 2 }, onExhausted: { notify: 'oncall' } });
  });

  test.each([null, [], 'text', {}])('%j is no policy', (config) => {
    expect(readablePolicy(config)).toEqual({});
  });
});
