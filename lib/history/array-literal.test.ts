import { expect, it } from 'vitest';
import { arrayLiteral } from './array-literal';

it.each([
  [[], '{}'],
  [[1, -2, null], '{1,-2,NULL}'],
  [['a', undefined, 'NULL', '', ' b '], '{"a",NULL,"NULL",""," b "}'],
  [['say "no"', 'a\\b', '{x,y}', 'line\nbreak'], '{"say \\"no\\"","a\\\\b","{x,y}","line\nbreak"}'],
])('%j', (values, text) => expect(arrayLiteral(values)).toBe(text));
