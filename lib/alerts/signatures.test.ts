import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhookSignature } from '@/lib/network/webhook-signature';
import { dingtalkSignature, feishuSignature } from './signatures';

describe('the vectors of the providers', () => {
  it('signs for Feishu and Lark', () => {
    expect(feishuSignature(1_700_000_000, 'feishu-secret-demo')).toBe('SeW1RT6C9QWd+rjh1igsgQ/3LnmVtV/4tXgl9LyqEd8=');
  });

  it('signs for DingTalk, encoded for an address', () => {
    expect(dingtalkSignature(1_700_000_000_000, 'SECtest0123456789')).toBe(
      'yBKp5IlG6qCzcQWmgyRK%2FziJBdVNJmHfFE2ST%2FCzT%2Fg%3D',
    );
  });

  it('signs as Standard Webhooks says', () => {
    const body = '{"type":"node.failed","timestamp":"2023-11-14T22:13:20Z","data":{"node_id":"n1","attempt":3}}';
    const message = { id: 'alrt_01HF0000000000000000000000', seconds: 1_700_000_000, body };
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
    const signature = 'v1,FfjrML7Ia4iXHYqWIWbPKpktU8stFxCVYy2I8wH8IhA=';
    expect(webhookSignature(message, [secret])).toBe(signature);
    const other = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
    const both = webhookSignature(message, [other, secret]);
    expect(both.split(' ')).toEqual([webhookSignature(message, [other]), signature]);
  });
});

describe('webhookSignature', () => {
  it('is taken by the reference implementation, under the old and the new secret', () => {
    const secrets = [
      'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
      'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=',
    ];
    const seconds = Math.floor(Date.now() / 1_000);
    const headers = {
      'webhook-id': 'd-1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': webhookSignature({ id: 'd-1', seconds, body: '{"说":"错误"}' }, secrets),
    };
    for (const secret of secrets) expect(new Webhook(secret).verify('{"说":"错误"}', headers)).toEqual({ 说: '错误' });
    expect(() => new Webhook(secrets[0] ?? '').verify('{"说":"对"}', headers)).toThrow();
  });
});
