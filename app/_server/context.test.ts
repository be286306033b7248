import { expect, it } from 'vitest';
import { originOf } from './context';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['<b>', null],
  ['x'.repeat(5_000), null],
  ['', null],
])('%s comes from %s', (header, ip) => {
  expect(originOf(new Headers({ 'x-forwarded-for': header }))).toEqual({ ip, userAgent: null });
});
