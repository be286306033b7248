import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import enDiagnostics from '@/lib/i18n/messages/en/diagnostics.json';
import enLosses from '@/lib/i18n/messages/en/losses.json';
import zhDiagnostics from '@/lib/i18n/messages/zh-CN/diagnostics.json';
import zhLosses from '@/lib/i18n/messages/zh-CN/losses.json';

const HERE = import.meta.dirname;
const SOURCES = ['.', ...readdirSync(HERE).filter((name) => !name.includes('.') && name !== 'testing')]
  .flatMap((folder) => readdirSync(path.join(HERE, folder)).map((name) => path.join(HERE, folder, name)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));

const LOSS = /(?:impossible|approximate)\('(\w+)'|exactness: '\w+', code: '(\w+)'|loss: '(code_\w+)'/g;
const DIAGNOSTIC =
  /code: '(\w+)', severity|(?:refuse|refusal|report|bound)\('(\w+)'|code: '(\w+)', values|code: '((?:dify|conductor|argo)_\w+)'|'(node_id_missing|too_deep|too_many_values)'/g;

function codesOf(pattern: RegExp): readonly string[] {
  const found = SOURCES.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean)),
  );
  return [...new Set(found.filter((code) => code !== undefined))].sort();
}

/** Every placeholder, so that a message that needs another one fails. */
const VALUES = {
  ...Object.fromEntries(
    ['size', 'limit', 'count', 'line', 'column', 'firstLine', 'seconds', 'rate'].map((key) => [key, 2]),
  ),
  ...Object.fromEntries(
    [
      'file',
      'formats',
      'reason',
      'byte',
      'likely',
      'name',
      'key',
      'found',
      'expected',
      'other',
      'value',
      'id',
      'type',
      'cap',
      'reached',
      'code',
      'names',
      'statuses',
      'first',
      'twice',
      'action',
      'interval',
      'min',
      'max',
    ].map((key) => [key, key]),
  ),
};

describe.each([
  ['losses', codesOf(LOSS), { en: enLosses, 'zh-CN': zhLosses }],
  [
    'diagnostics',
    codesOf(DIAGNOSTIC).filter((code) => !codesOf(LOSS).includes(code)),
    { en: enDiagnostics, 'zh-CN': zhDiagnostics },
  ],
])('%s', (_, codes, languages) => {
  test('are found in the sources', () => {
    expect(codes.length).toBeGreaterThan(20);
  });

  test.each(Object.entries(languages))('have words in %s', (locale, messages) => {
    const failures: string[] = [];
    const translate = createTranslator<Record<string, unknown>>({
      locale: locale === 'en' ? 'en' : 'zh-CN',
      messages,
      onError: (error) => failures.push(error.message),
    });
    for (const code of codes) expect(String(Reflect.apply(translate, undefined, [code, VALUES])), code).not.toBe(code);
    expect(failures).toEqual([]);
  });
});
