import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { quoted, yamlString } from './yaml-scalar';

const TRICKY = [
  'no',
  'Yes',
  'on',
  'OFF',
  'y',
  '~',
  '',
  'null',
  '08006',
  '012',
  '0o7',
  '0x1F',
  '1e3',
  '1_000',
  '1:30',
  '.5',
  '-',
  '- a',
  '? a',
  ': a',
  'a: b',
  'a #b',
  '#b',
  '*',
  '*a',
  '&a',
  '!a',
  '|',
  '>',
  '@a',
  '`a',
  '%a',
  '{a',
  '[a',
  ']',
  ',',
  '=',
  '<<',
  '2026-11-01',
  '2026-11-01T00:00:00Z',
  'a\nb',
  ' a',
  'a ',
  '\t',
  "it's",
  'say "x"',
  '\u0085',
  '\u2028',
  '\uFEFF',
  '😀',
  'None',
  'true',
  '+1',
  '1.',
  'inf',
  '.inf',
  '.NaN',
  'a:',
  'a,b',
  '---',
  '...',
  'psp_*',
  '中文：好',
];
const text = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);

test('a written string is read as that string by YAML 1.1 and 1.2, in block and in flow', () => {
  const check = fc.property(text, fc.constantFrom('single', 'double'), (value, preferred) => {
    // Half a surrogate pair is no text; no file holds one.
    const wellFormed = !/\p{Surrogate}/u.test(value);
    for (const flow of [false, true])
      for (const version of ['1.1', '1.2'] as const) {
        const written = yamlString(value, { flow, preferred });
        const source = flow ? `k: [${written}, {a: ${written}}]` : `k:\n  - ${written}\n  - a: ${written}\n`;
        if (wellFormed) expect(parse(source, { version }), source).toEqual({ k: [value, { a: value }] });
      }
  });
  fc.assert(check, { numRuns: 1000 });
}, 60_000);

test.each([
  '5s',
  '1m30s',
  'timeout',
  'http_5xx',
  'payments-ops',
  'the bank refused',
  'POST payments.example/v1/charges',
  '余额不足',
])('%s needs no quotes', (value) => {
  expect(yamlString(value, { flow: true })).toBe(value);
});

test.each([
  ['no', '"no"'],
  ['08006', '"08006"'],
  ['1e3', '"1e3"'],
  ['1:30', '"1:30"'],
  ['2026-11-01', '"2026-11-01"'],
  ['~', '"~"'],
  ['*', '"*"'],
])('%s gets them', (value, written) => {
  expect(yamlString(value, { flow: false })).toBe(written);
});

test('single quotes give way where an escape is needed', () => {
  expect(quoted("it's", 'single')).toBe("'it''s'");
  expect(quoted('a\nb', 'single')).toBe('"a\\nb"');
});
