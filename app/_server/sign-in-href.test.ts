import { expect, it } from 'vitest';
import { safePath, signInHref } from './sign-in-href';

it.each([
  ['/nodes?q=a b', '/nodes?q=a%20b'],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['/.//evil.example', null],
  ['/nodes/..//evil.example', null],
  ['/%2e//evil.example', null],
  ['/\t/evil.example', null],
  ['/sign-in?next=/nodes', null],
  ['', null],
  [null, null],
])('%s leads back to %s', (path, back) => {
  expect(safePath(path)).toBe(back);
});

it('keeps where somebody was', () => {
  expect(signInHref('/nodes?q=a&show=failing')).toBe('/sign-in?next=%2Fnodes%3Fq%3Da%26show%3Dfailing');
  expect(signInHref(null)).toBe('/sign-in');
});
