import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.s5Kq-_x9';

describe('redactText', () => {
  it.each([
    ['connect postgres://app:hunter2@db.example/x failed', 'hunter2'],
    ['GET https://x.example/a?api_key=hunter2&b=1', 'hunter2'],
    ['Authorization: Bearer abc.DEF-123_45', 'abc.DEF-123_45'],
    ['authorization=ApiKey 9999aaaa', '9999aaaa'],
    ['{"headers":{"Authorization":"Basic dXNlcjpwYXNz0Q=="}}', 'dXNlcjpwYXNz0Q'],
    ['Proxy-Authorization: Digest username="a", nonce="b7"', 'b7'],
    ['password=hunter', 'hunter'],
    ['password: hunter', 'hunter'],
    ['{"password":"hunter two"}', 'hunter two'],
    ["DB_PASSWORD='hunter two'", 'hunter two'],
    ['client_secret = abcdef', 'abcdef'],
    ['token=abcdef', 'abcdef'],
    ['x-api-key: 0123abcd', '0123abcd'],
    ['AccountKey=Zm9vYmFyYmF6;EndpointSuffix=x', 'Zm9vYmFyYmF6'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'wJalrXUtnFEMI'],
    ['key AKIAIOSFODNN7EXAMPLE is not allowed', 'AKIAIOSFODNN7EXAMPLE'],
    [`invalid jwt ${JWT} in header`, 'eyJzdWIiOiJhbm4ifQ'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'abcdefghij'],
    ['xoxb-1234567890-abcdefghij', '1234567890'],
    [['sk', 'live', '4242424242424242'].join('_'), '4242'],
    ['https://hooks.slack.com/services/T0/B0/abcdefgh', 'abcdefgh'],
    ['https://open.feishu.cn/open-apis/bot/v2/hook/4f7d9a0c-2b1e', '4f7d9a0c'],
    ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=4f7d9a0c-2b1e', '4f7d9a0c'],
    ['https://x.environment.api.powerplatform.com/a?sv=1.0&sig=abcDEFghi', 'abcDEFghi'],
    ['SEC0123456789abcdef0123456789abcdef01234567', '0123456789abcdef'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow', 'MIIEow'],
  ])('masks the secret in %s', (text, secret) => {
    const redacted = redactText(text);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('[redacted]');
  });

  it.each([
    'invalid token: expired',
    'duplicate key value violates unique constraint "orders_pkey"',
    'Key (id)=(42) already exists',
    'the secret is missing',
    'HTTP 401: bearer token rejected',
    'POST https://payments.example/v1/charges?limit=1 answered 503',
    'card_declined: insufficient funds (code 51)',
    '连接超时：数据库 10.0.0.5:5432',
  ])('leaves %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('masks what it is told, wherever it stands', () => {
    expect(redactText('sent to abc123xyz, and abc123xyz', ['abc123xyz', 'at'])).toBe(
      'sent to [redacted], and [redacted]',
    );
  });

  it('ends a very long text before what could be half a secret', () => {
    const redacted = redactText(`${'word '.repeat(13_100)}${'s'.repeat(3_000)} more`);
    expect(redacted.endsWith('word…')).toBe(true);
    expect(redacted).not.toContain('sss');
  });

  it('is quick with a megabyte that is made to be slow', () => {
    const pieces = ['a.', 'eyJ', 'token:', 'a://', '?token', ';;', '-----BEGIN ', 'password', 'bearer ', '"', '= '];
    const started = performance.now();
    for (const piece of pieces) redactText(piece.repeat(1_048_576 / piece.length));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
