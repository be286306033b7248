import { afterEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '@/lib/i18n/messages';
import { ADDRESS_PROBLEMS } from '@/lib/owners/channel-address';
import { addressProblem } from './check-address';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('addressProblem', () => {
  it('knows the hosts that the operator allows', () => {
    expect(addressProblem('webhook', 'http://10.0.0.7:9080/in')).toBe('address_not_https');
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '10.0.0.7:9080');
    expect(addressProblem('webhook', 'http://10.0.0.7:9080/in')).toBeNull();
    expect(addressProblem('webhook', 'http://10.0.0.7:9080/in', [])).toBe('address_not_https');
  });

  it('has words for every problem', () => {
    for (const { notices } of Object.values(MESSAGES))
      expect(Object.keys(notices.address)).toEqual([...ADDRESS_PROBLEMS]);
  });
});
