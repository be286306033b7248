import { expect, test } from 'vitest';
import { ident, joinSql, sqlText } from './sql';

test('values become parameters, in their order', () => {
  const { text, values } = sqlText`select ${1} where a = ${'x'} and b = ${null}`;
  expect(text).toBe('select $1 where a = $2 and b = $3');
  expect(values).toEqual([1, 'x', null]);
});

test('what stands within another is numbered on', () => {
  const inner = sqlText`b = ${'b'} or c = ${'c'}`;
  const { text, values } = sqlText`a = ${'a'} and (${inner}) and d = ${'d'} and (${inner})`;
  expect(text).toBe('a = $1 and (b = $2 or c = $3) and d = $4 and (b = $5 or c = $6)');
  expect(values).toEqual(['a', 'b', 'c', 'd', 'b', 'c']);
});

test('a piece without values stands as it is, at the edges too', () => {
  expect(sqlText`${ident('a')}${ident('b')} ${sqlText``}`.text).toBe('"a""b" ');
  expect(sqlText`${sqlText`x`}`.text).toBe('x');
  expect(sqlText`${sqlText`${1}`}`).toEqual(sqlText`${1}`);
});

test('identifiers are quoted, whatever stands in them', () => {
  expect(ident('dify', 'apps').text).toBe('"dify"."apps"');
  expect(ident('a"; drop table x; --').text).toBe('"a""; drop table x; --"');
  expect(ident('$1').text).toBe('"$1"');
  expect(sqlText`select ${ident('$1')} ${'x'}`).toMatchObject({ text: 'select "$1" $1', values: ['x'] });
  expect(ident('表').text).toBe('"表"');
});

test('what can be no identifier is refused', () => {
  expect(() => ident('')).toThrow();
  expect(() => ident('a\0b')).toThrow();
  expect(ident('a'.repeat(63)).text).toHaveLength(65);
  expect(() => ident('a'.repeat(64))).toThrow();
  expect(() => ident('表'.repeat(22))).toThrow();
});

test('pieces are joined; none is nothing', () => {
  const { text, values } = joinSql([sqlText`a = ${1}`, sqlText`b`, sqlText`c = ${2}`], ' and ');
  expect([text, values]).toEqual(['a = $1 and b and c = $2', [1, 2]]);
  expect(joinSql([], ', ')).toMatchObject({ text: '', values: [] });
});

test('a list is one value', () => {
  expect(sqlText`a = any(${['x', null]})`).toMatchObject({ text: 'a = any($1)', values: [['x', null]] });
});
