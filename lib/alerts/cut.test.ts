import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, cutBytes, fitted } from './cut';

describe('cutBytes', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, '…'],
    ['abcdefg', 6, 'abc…'],
    ['错误信息', 12, '错误信息'],
    ['错误信息', 11, '错误…'],
    ['错误信息', 9, '错误…'],
    ['错误信息', 8, '错…'],
    ['错误信息', 2, ''],
    ['ab😀cdef', 9, 'ab😀…'],
    ['ab😀cde', 8, 'ab…'],
    ['abc', 0, ''],
  ])('%s in %i bytes is %s', (text, most, cut) => {
    expect(cutBytes(text, most)).toBe(cut);
  });

  it('is never longer, never within a character, and begins as the text does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, most) => {
        const cut = cutBytes(text, most);
        expect(byteLength(cut)).toBeLessThanOrEqual(most);
        expect(cut).not.toContain('\ufffd');
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  it('cuts a megabyte of Chinese', () => {
    const cut = cutBytes('错'.repeat(350_000), 4_096);
    expect(byteLength(cut)).toBe(4_095);
    expect(cut.endsWith('错…')).toBe(true);
  });
});

describe('fitted', () => {
  it('gives a text all the room that is left', () => {
    const text = '错'.repeat(1_000);
    const made = fitted((room) => `label: ${cutBytes(text, room)} link`, { most: 100, widest: 8_000 });
    expect(byteLength(made)).toBeGreaterThan(97);
    expect(byteLength(made)).toBeLessThanOrEqual(100);
    expect(made.endsWith('… link')).toBe(true);
  });

  it('counts what escaping adds', () => {
    const made = fitted((room) => `${cutBytes('<'.repeat(500), room).replaceAll('<', '&lt;')}!`, {
      most: 50,
      widest: 8_000,
    });
    expect(made).toBe(`${'&lt;'.repeat(11)}…!`);
  });

  it('keeps what always stays, even beyond the limit', () => {
    expect(fitted((room) => `https://x.example/${cutBytes('abc', room)}`, { most: 5, widest: 10 })).toBe(
      'https://x.example/',
    );
  });
});
