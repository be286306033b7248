import { describe, expect, it } from 'vitest';
import { senderOf } from '@/lib/alerts/channels/registry';
import { handOffNotice } from '@/lib/alerts/testing/notices';
import { messageText } from '@/lib/drills/message-text';
import { CHANNEL_KINDS, GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';

const TOKEN = 'a'.repeat(43);
const drill = { confirmLink: `https://failpath.example/confirm/${TOKEN}` };

describe.each(CHANNEL_KINDS)('a message of %s', (kind) => {
  it.each(GROUP_LANGUAGES)('is read as text, all of it, in %s', (language) => {
    const notice = handOffNotice({ language, drill });
    const { body } = senderOf(kind).render(notice);
    const text = messageText(body);
    const { nodeId, errorCode, payloadHash } = notice.record;
    for (const each of [nodeId, errorCode, payloadHash])
      expect(text.replace(/[\\*]/g, '')).toContain(String(each).slice(0, 16));
    expect(text).not.toMatch(/plain_text|"type"|\{"/);
  });

  it('does not hand on the link that only the recipient has', () => {
    const { body } = senderOf(kind).render(handOffNotice({ drill }));
    expect(body).toContain(TOKEN);
    expect(messageText(body)).not.toContain(TOKEN);
  });
});

it('leaves alone what has no shape', () => {
  expect(messageText('just words')).toBe('just words');
  expect(messageText('[1, 2]')).toBe('[1, 2]');
  expect(messageText('{"a":{"b":null,"c":[1,2]}}')).toBe('a.b: –\na.c: 1\na.c: 2');
});
