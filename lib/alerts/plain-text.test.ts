import { describe, expect, it } from 'vitest';
import { oneLine, plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    ['controls', 'a\u0000b\u0007c\u009fd\u007f', 'abcd'],
    ['turns of direction', 'safe\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c', 'safegnp.exe x '],
    ['what nobody sees', 'pay\u200bpal\ufeff\u2060\u00ad', 'paypal'],
    ['hidden letters', `a${String.fromCodePoint(0xe0041)}b`, 'ab'],
    ['colours of a terminal', '\u001b[31merror\u001b[0m \u001b]0;title\u0007done', 'error done'],
    ['halves of a pair', 'a\ud83db', 'a\ufffdb'],
    ['line ends', 'a\r\nb\rc\u2028d\u0085e\vf', 'a\nb\nc\nd\ne\nf'],
    ['nothing else', 'a\tb — 错误 😀 👩‍🔧 é', 'a\tb — 错误 😀 👩‍🔧 é'],
  ])('%s', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe('oneLine', () => {
  it('is one line, so that no header and no list can begin in it', () => {
    expect(oneLine('  Subject\r\nBcc: evil@example.test\n\n# title\t')).toBe('Subject Bcc: evil@example.test # title');
  });
});
