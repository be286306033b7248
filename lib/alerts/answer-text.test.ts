import { describe, expect, it } from 'vitest';
import type { ChannelSecrets } from '@/lib/owners/channel-schema';
import { answerText } from './answer-text';

const DINGTALK: ChannelSecrets = {
  kind: 'dingtalk',
  url: 'https://oapi.dingtalk.com/robot/send?access_token=aaaabbbbccccdddd/1',
  secret: 'SECtest0123456789',
};
const WEBHOOK: ChannelSecrets = {
  kind: 'webhook',
  url: 'https://hooks.example.com/in/4f7d9a0c2b1e',
  signingSecrets: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
};

describe('answerText', () => {
  it.each([
    [DINGTALK, 'no robot at https://oapi.dingtalk.com/robot/send?access_token=aaaabbbbccccdddd/1'],
    [DINGTALK, 'token aaaabbbbccccdddd/1 is unknown'],
    [DINGTALK, 'token aaaabbbbccccdddd%2F1 is unknown'],
    [DINGTALK, 'sign with SECtest0123456789 failed'],
    [WEBHOOK, 'POST /in/4f7d9a0c2b1e not found'],
    [WEBHOOK, 'bad key MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
  ])('masks what is secret of a channel', (secrets, answer) => {
    const text = answerText(answer, secrets);
    expect(text).toContain('[redacted]');
    expect(text).not.toMatch(/aaaabbbb|SECtest|4f7d9a|MDEyMz/);
  });

  it('keeps the rest on one line, without what nobody sees, and cuts it between characters', () => {
    expect(answerText('invalid\r\n payload\u202e\u0007', null)).toBe('invalid payload');
    expect(answerText('😀'.repeat(600), null)).toBe('😀'.repeat(500));
  });
});
