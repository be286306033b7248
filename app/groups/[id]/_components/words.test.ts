import { describe, expect, it } from 'vitest';
import { SEND_PROBLEMS } from '@/lib/alerts/send-result';
import { MESSAGES } from '@/lib/i18n/messages';
import { ADDRESS_PROBLEMS } from '@/lib/owners/channel-address';
import { CHANNEL_KINDS } from '@/lib/owners/channel-kinds';

describe.each(Object.entries(MESSAGES))('in %s', (_, { channels, reach, notices }) => {
  it('every reason why a message is where it is has words, and a remedy', () => {
    expect(Object.keys(reach.problem)).toEqual(expect.arrayContaining([...SEND_PROBLEMS]));
    expect(Object.keys(channels.remedy)).toEqual(expect.arrayContaining([...SEND_PROBLEMS]));
  });

  it('every kind says what it takes and where that is found; every wrong address says why', () => {
    for (const texts of [reach.kinds, channels.kinds])
      expect(Object.keys(texts).sort()).toEqual([...CHANNEL_KINDS].sort());
    expect(Object.keys(notices.address)).toEqual(expect.arrayContaining([...ADDRESS_PROBLEMS]));
  });
});
