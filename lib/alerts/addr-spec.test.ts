import { describe, expect, it } from 'vitest';
import { domainOf, isAddrSpec } from './addr-spec';

describe('isAddrSpec', () => {
  it.each(['ann@example.com', 'a.b+c@mail.example.co.uk', "o'neil@example.com", 'root@localhost'])('%s', (text) => {
    expect(isAddrSpec(text)).toBe(true);
  });

  it.each([
    'o@ex.test\r\nRCPT TO:<evil@example.test>',
    'a@b.test, evil@example.test',
    'a@b.test;evil@example.test',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    '"a b"@example.com',
    'ann@[127.0.0.1]',
    'ann(comment)@example.com',
    'ann@example.com ',
    'ann@@example.com',
    'ann@',
    '@example.com',
    '.ann@example.com',
    'ann..b@example.com',
    'ann@-example.com',
    'ann@example..com',
    'ann@例子.com',
    '',
    `${'a'.repeat(65)}@example.com`,
  ])('not %j', (text) => {
    expect(isAddrSpec(text)).toBe(false);
  });
});

it('domainOf', () => {
  expect(domainOf('ann@example.com')).toBe('example.com');
});
