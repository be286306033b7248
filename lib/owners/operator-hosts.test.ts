import { afterEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '@/lib/i18n/messages';
import { configuredHosts } from '@/lib/network/guarded-post';
import { ADDRESS_PROBLEMS, channelAddressProblem } from './channel-address';

afterEach(() => {
  vi.unstubAllEnvs();
});

const problem = (allowed = configuredHosts()) => channelAddressProblem('webhook', 'http://10.0.0.7:9080/in', allowed);

describe('an address of a channel', () => {
  it('may lead to the hosts that the operator allows', () => {
    expect(problem()).toBe('address_not_https');
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '10.0.0.7:9080');
    expect(problem()).toBeNull();
    expect(problem([])).toBe('address_not_https');
  });

  it('has words for every problem', () => {
    for (const { notices } of Object.values(MESSAGES))
      expect(Object.keys(notices.address)).toEqual([...ADDRESS_PROBLEMS]);
  });
});
