import { expect, test } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { type SqlFragment, sqlText } from './sql';
import { numberIn, ofIsoText } from './sql-values';

const ctx = testContext();

async function valueIn({ text, values }: SqlFragment): Promise<unknown> {
  const rows = await ctx.db.$queryRawUnsafe<{ value: unknown }[]>(`select (${text}) as value`, ...values);
  return rows[0]?.value;
}

test.each([
  ['1.5', 1.5],
  ['-2e3', -2_000],
  ['1e400', null],
  ['-1e400', null],
  ['1e-400', 0],
  ['"1"', null],
  ['null', null],
])('a number within JSON: %s', async (json, value) => {
  expect(await valueIn(numberIn(sqlText`${json}::text::jsonb`))).toBe(value);
});

test.each([
  ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 16:00:00.5+0800', '2026-11-20T08:00:00.500Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29T00:00:00Z', null],
  ['2026-02-30T00:00:00Z', null],
  ['0000-01-01T00:00:00Z', null],
  ['2026-01-01T00:00:00+99:99', null],
  ['yesterday', null],
])('a time as text: %s', async (text, time) => {
  expect(await valueIn(ofIsoText(sqlText`${text}::text`))).toEqual(time && new Date(time));
});
