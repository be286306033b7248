import { expect, test } from 'vitest';
import { parseDocuments, parseSource } from './parse';
import { createSplicer } from './splice';
import { asMap, toJson } from './tree';

const TEXT = '# first\na: &x 1 # one\nb: *x\n---\n- c\n...\n---\n# only a remark\n---\na: |\n  text\n\n# end';

test('documents of one text, each with its own anchors', () => {
  const { tree, diagnostics } = parseDocuments(TEXT, 'yaml');
  expect(diagnostics).toEqual([]);
  expect(tree?.documents.map((each) => toJson(each))).toEqual([{ a: 1, b: 1 }, ['c'], { a: 'text\n' }]);
  expect(tree && toJson(tree.root)).toEqual(tree?.documents.map((each) => toJson(each)));
  expect(parseDocuments('a: &x 1\n---\nb: *x\n', 'yaml').diagnostics).toMatchObject([
    { code: 'alias_unknown', place: { line: 3 } },
  ]);
});

test('one document is as it always was, and more are refused where one is expected', () => {
  for (const text of ['a: 1\n', '---\na: 1\n...\n', '{"a": 1}']) {
    const { tree } = parseDocuments(text, 'yaml');
    expect(tree?.documents).toEqual([tree?.root]);
    expect(tree?.root).toEqual(parseSource(text, 'yaml').tree?.root);
  }
  expect(parseSource(TEXT, 'yaml')).toMatchObject({ tree: null, diagnostics: [{ code: 'multiple_documents' }] });
});

test('empty documents before, between and behind them are passed over', () => {
  const text = `\uFEFF---\n# generated\n---\na: 1\n---\n---\nb: 2\n---\n`;
  const { tree, diagnostics } = parseDocuments(text, 'yaml');
  expect(diagnostics).toEqual([]);
  expect(tree?.documents.map((each) => toJson(each))).toEqual([{ a: 1 }, { b: 2 }]);
  expect(parseDocuments('---\n---\n', 'yaml')).toMatchObject({ tree: null, diagnostics: [{ code: 'file_empty' }] });
});

test('what is broken in one of them is said with its place', () => {
  const { tree, diagnostics } = parseDocuments('a: 1\n---\nb: [\n', 'yaml');
  expect([tree, diagnostics[0]?.code, diagnostics[0]?.place?.line]).toEqual([null, 'yaml_syntax', 3]);
});

test('one splicer edits them all, and nothing but what it was told', () => {
  const { tree } = parseDocuments(TEXT, 'yaml');
  const maps = tree?.documents.flatMap((each) => asMap(each) ?? []) ?? [];
  if (!tree) throw new Error('no tree');
  const splicer = createSplicer(tree);
  for (const map of maps) splicer.setEntries(map, [{ key: 'new', value: { m: 2 }, shape: {} }]);
  const spliced = splicer.finish();
  const text = TEXT.replace('b: *x\n', 'b: *x\nnew: { m: 2 }\n').replace('  text\n', '  text\nnew: { m: 2 }\n');
  expect(spliced).toEqual({ ok: true, text, notes: [] });
});

test('quotes that end no further in than their key, as engines read them', () => {
  const text = 'list:\n- args: ["\n    a \\" b\n  "] # one\n  other: \'\n    c\n  \'\nlast: 1\n';
  for (const each of [text, text.replaceAll('\n', '\r\n')]) {
    const { tree, diagnostics } = parseSource(each, 'yaml');
    expect(diagnostics).toEqual([]);
    expect(tree && JSON.stringify(toJson(tree.root)).replace(/ +/g, ' ')).toBe(
      JSON.stringify({ list: [{ args: [' a " b '], other: ' c ' }], last: 1 }),
    );
    expect(tree?.text).toBe(each);
  }
  expect(parseSource('a: "x\n"b": 1\n', 'yaml')).toMatchObject({ tree: null, diagnostics: [{ code: 'yaml_syntax' }] });
});
