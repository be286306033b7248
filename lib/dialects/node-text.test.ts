import { describe, expect, test } from 'vitest';
import { nodeText, withNodeText } from './node-text';
import { detectDialect, readDefinition } from './registry';
import { deepEqual } from './source/shape';
import { filesOf } from './testing/files';
import { FLOWS } from './testing/flows';
import type { DefinitionText } from './types';

const FILES = [
  ...filesOf('examples'),
  ...filesOf('testdata/corpus/asl'),
  ...filesOf('testdata/corpus/kestra'),
  ...FLOWS,
];

/** One of everything that a node's lines can be in YAML. */
const YAML = `# head
format: failpath/v1
workflow: w
defaults: &retry
  maxAttempts: 2
nodes:
  # above the first
  - id: a # beside the id
    name: |+
      kept

      blank lines

    # inside

    note: >-
      folded
      text
    # behind, as far in as the keys

  # above the second
  - # on the dash's line
    id: b
    x: &shared { k: 1 }
    y: "quoted
      over lines"
# at the margin
    retry: *retry
  -
    # below the dash
    id: c
    z: *shared
  - { id: d, name: one line } # behind
  - {
      id: e,
      list: [
        1,
      2 ],
    }
  - &anchored
    id: f
    empty:
    nested:
    - 1
    - two: |
        literal
  - id: g
    last: |
      without a line break at the end`;

const JSON_TABS = JSON.stringify(
  { StartAt: 'a', States: { a: { Type: 'Pass', Next: 'b' }, b: { Type: 'Succeed' } } },
  null,
  '\t',
);

const MADE: readonly DefinitionText[] = [
  { fileName: 'all.yaml', sidecar: null, text: YAML },
  { fileName: 'tabs.asl.json', sidecar: null, text: JSON_TABS },
  { fileName: 'line.asl.json', sidecar: null, text: '{"StartAt":"a","States":{"a":{"Type":"Succeed"}}}' },
  {
    fileName: 'state.asl.yaml',
    sidecar: null,
    text: 'StartAt: a\nStates:\n  a: # beside\n    # first\n    Type: Pass\n    End: true # last\n    # trailing\n  # next\n  b: {Type: Succeed}\n',
  },
];

describe.each([...MADE, ...FILES].map((file) => [file.fileName, file] as const))('%s', (_, file) => {
  const windows = { ...file, text: `\uFEFF${file.text.trimEnd().replaceAll('\n', '\r\n')}` };
  const others = [`\uFEFF${file.text}`, file.text.trimEnd(), `${file.text.trimEnd()}\n`];
  const more = MADE.includes(file) ? others.map((text) => ({ ...file, text })) : [];
  const variants: readonly DefinitionText[] = [file, windows, ...more];

  test('every node comes back byte for byte, whatever its line ends', () => {
    for (const source of variants)
      for (const { id, dialect, shown } of nodesOf(source)) {
        expect(withNodeText(source, dialect, id, shown), id).toEqual({ ok: true, value: source });
        expect(shown, id).not.toContain('\r');
      }
  });

  test('a new line in the middle changes no other line', () => {
    for (const source of variants)
      for (const { id, dialect, shown } of nodesOf(source)) {
        const lines = shown.split('\n');
        const middle = Math.ceil(lines.length / 2);
        const typed = lines.toSpliced(middle, 0, '@@@').join('\n');
        const result = withNodeText(source, dialect, id, typed);
        if (!result.ok) throw new Error(id);
        expect(result.value.text.replace(/\r?\n[ \t]*@@@/, ''), id).toBe(source.text);
      }
  });
});

test('shows a node without its dash and indentation, with its comments', () => {
  const [a, b, c, d, e, f, g] = nodesOf(MADE[0] ?? { fileName: '', sidecar: null, text: '' }).map((each) => each.shown);
  expect(a).toBe(
    'id: a # beside the id\nname: |+\n  kept\n\n  blank lines\n\n# inside\n\nnote: >-\n  folded\n  text\n# behind, as far in as the keys',
  );
  expect(b).toBe(
    '# on the dash\'s line\nid: b\nx: &shared { k: 1 }\ny: "quoted\n  over lines"\n# at the margin\nretry: *retry',
  );
  expect(c).toBe('# below the dash\nid: c\nz: *shared');
  expect(d).toBe('{ id: d, name: one line }');
  expect(e).toBe('{\n  id: e,\n  list: [\n    1,\n  2 ],\n}');
  expect(f).toBe('id: f\nempty:\nnested:\n- 1\n- two: |\n    literal');
  expect(g).toBe('id: g\nlast: |\n  without a line break at the end');
});

test('shows a state behind its name', () => {
  expect(nodesOf(MADE[1] ?? FILES[0] ?? { fileName: '', sidecar: null, text: '' })[0]?.shown).toBe(
    '{\n\t"Type": "Pass",\n\t"Next": "b"\n}',
  );
  expect(nodesOf(MADE[3] ?? { fileName: '', sidecar: null, text: '' }).map((each) => each.shown)).toEqual([
    '# first\nType: Pass\nEnd: true # last\n# trailing',
    '{Type: Succeed}',
  ]);
});

test('a comment may be typed anywhere outside of texts; it stays, and nothing changes in meaning', () => {
  const [source] = MADE;
  if (!source) throw new Error('no text');
  const meaning = readDefinition(source).workflow?.nodes.map((node) => node.config);
  for (const { id, dialect, shown } of nodesOf(source).filter((node) => !node.shown.startsWith('{')))
    for (const [i, line] of shown.split('\n').entries()) {
      if (!/^\w+:/.test(line) || /\|/.test(shown.split('\n').slice(0, i).join('\n'))) continue;
      const typed = shown.split('\n').toSpliced(i, 0, '# mine').join('\n');
      const result = withNodeText(source, dialect, id, typed);
      if (!result.ok) throw new Error(id);
      expect(result.value.text).toContain('# mine');
      const after = readDefinition(result.value).workflow?.nodes.map((node) => node.config);
      expect(after && meaning && deepEqual(after, meaning), `${id} line ${i}`).toBe(true);
      expect(nodesOf(result.value).find((node) => node.id === id)?.shown).toBe(typed);
    }
});

test('a node that is not there, or stands twice, has no text of its own', () => {
  const text = 'format: failpath/v1\nworkflow: w\nnodes:\n  - id: a\n  - id: a\n';
  const source = { fileName: 'w.yaml', sidecar: null, text };
  expect(nodeText(source, 'failpath', 'a')).toBeNull();
  expect(withNodeText(source, 'failpath', 'z', 'id: z')).toMatchObject({ ok: false });
});

function nodesOf(source: DefinitionText) {
  const dialect = detectDialect(source.text);
  if (dialect === null) return [];
  return (readDefinition(source, dialect).workflow?.nodes ?? []).map(({ id }) => {
    const block = nodeText(source, dialect, id);
    if (!block) throw new Error(`${source.fileName}: no text of ${id}`);
    return { id, dialect, shown: block.text };
  });
}
