import { describe, expect, it } from 'vitest';
import { isTokenShaped, tokenHash, tokenStart, tokenText } from './token-format';

const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);

describe('tokens', () => {
  it('are fp_ and 32 random bytes as base64url', () => {
    const token = tokenText(bytes);
    expect(token).toBe('fp_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8');
    expect(isTokenShaped(token)).toBe(true);
    expect(tokenStart(token)).toBe('fp_AAECA');
    expect(() => tokenText(bytes.slice(1))).toThrow();
  });

  it.each([
    '',
    'fp_',
    'FP_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
    `fp_${'a'.repeat(42)}`,
    `fp_${'a'.repeat(44)}`,
  ])('are not %j', (text) => expect(isTokenShaped(text)).toBe(false));

  it('are kept as SHA-256', () => {
    expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
