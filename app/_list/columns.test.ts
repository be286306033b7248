import { expect, it } from 'vitest';
import { readColumns, writeColumns } from './columns';

const ALL = ['owner', 'failures', 'last'] as const;

it.each([
  [undefined, null],
  ['', null],
  ['colour.size', null],
  ['last.owner', ['owner', 'last']],
  ['last.colour.last', ['last']],
  ['-', []],
])('reads %j', (text, expected) => {
  expect(readColumns(text, ALL)).toEqual(expected);
});

it.each([[null], [[]], [['owner', 'last'] as const], [ALL]])('reads %j as it was written', (columns) => {
  expect(readColumns(writeColumns(columns), ALL)).toEqual(columns);
});
