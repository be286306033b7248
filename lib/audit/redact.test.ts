import { describe, expect, it } from 'vitest';
import { MAX_TEXT, REDACTED, redacted } from './redact';

describe('redacted', () => {
  it.each([
    'password',
    'newPassword',
    'PGPASSWORD',
    'token',
    'tokenHash',
    'token_hash',
    'access-token',
    'client_secret',
    'Authorization',
    'Set-Cookie',
    'x-api-key',
    'API_KEY',
    'privateKey',
    'aws_access_key_id',
  ])('masks what stands under %s, at any depth and of any kind', (key) => {
    expect(redacted({ [key]: 'hunter2', kept: 1 })).toEqual({ [key]: REDACTED, kept: 1 });
    expect(redacted([{ a: { [key]: ['hunter2'] } }])).toEqual([{ a: { [key]: REDACTED } }]);
    expect(redacted({ [key]: { deep: 'hunter2' } })).toEqual({ [key]: REDACTED });
  });

  it('says that there was none', () => {
    expect(redacted({ password: null })).toEqual({ password: null });
    expect(redacted({ password: undefined, a: undefined })).toEqual({});
  });

  it.each([
    ['postgres://app:hunter2@db/x', `postgres://app:${REDACTED}@db/x`],
    ['see https://x.example/a?api_key=hunter2&b=1', `see https://x.example/a?api_key=${REDACTED}&b=1`],
    ['https://x.example/a?b=1&access_token=hunter2', `https://x.example/a?b=1&access_token=${REDACTED}`],
    ['Authorization: Bearer abc.DEF-123_45', `Authorization: Bearer ${REDACTED}`],
    ['basic dXNlcjpwYXNz0Q==', `basic ${REDACTED}`],
  ])('masks a secret within a text: %s', (text, kept) => {
    expect(redacted(text)).toBe(kept);
    expect(redacted({ note: [text] })).toEqual({ note: [kept] });
  });

  it('leaves everything else as it is', () => {
    const policy = {
      owner: 'payments-ops',
      classification: [{ code: 'token_expired', class: 'terminal', reason: 'a basic understanding of the bearer' }],
      retry: { maxAttempts: 3, waiver: null, retryOn: ['timeout', 'auth_failed'] },
      actions: [{ target: 'POST https://payments.example/v1/charges?limit=1', idempotent: true }],
    };
    expect(redacted(policy)).toEqual(policy);
  });

  it('cuts a long text between characters and says how long it was', () => {
    expect(redacted('x'.repeat(MAX_TEXT))).toHaveLength(MAX_TEXT);
    const long = `${'x'.repeat(MAX_TEXT - 1)}😀`;
    expect(redacted({ text: long })).toEqual({
      text: { beginning: 'x'.repeat(MAX_TEXT - 1), characters: MAX_TEXT + 1 },
    });
  });
});
