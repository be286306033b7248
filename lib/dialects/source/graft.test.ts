import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesOf } from '../testing/files';
import { FLOWS } from '../testing/flows';
import { graft } from './graft';
import { parseDocuments } from './parse';
import { type SourceTree, toJson } from './tree';

const ODD = `# head
a: 1
list:
- one   # behind
-
  two: |+
    kept

    # text

  # inside
  three: >-
    folded
 # at the margin
- - deep
  - { x: 1, y: [2,
    3] }
- four: "quoted
    over lines"
  five: plain
    over lines
  six:
last:
  ? strange
  : key
  'seven': !!str 8
---
other:
  - x: 1
  - y: 2
...
`;
const TEXTS = [
  ODD,
  ...[...FLOWS, ...filesOf('examples')].filter(({ fileName }) => /ya?ml$/.test(fileName)).map(({ text }) => text),
];
const LINES = [
  '',
  '#',
  '# x',
  '- x',
  'x: 1',
  '  x: 1',
  '    - y: {z: 1}',
  '"',
  'x: |',
  '  x: >+',
  '---',
  '...',
  '\t',
  '? x',
  '- - ',
  ': x',
  '&a x',
  '*a',
  '%YAML 1.1',
  'x: [',
  ']',
  '      deeper',
  'x: "',
];

function read(text: string) {
  return parseDocuments(text, 'yaml');
}
const seen = ({ root, documents, aliases }: SourceTree) => ({ root, documents, aliases });

test('a part that is read by itself is what it is in the whole', () => {
  let grafted = 0;
  const edit = fc.record({
    line: fc.nat(),
    kind: fc.constantFrom('insert', 'replace', 'remove', 'further in', 'less far in', 'cut', 'append'),
    words: fc.constantFrom(...LINES),
    at: fc.nat(),
    more: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), edit, (text, { line, kind, words, at, more }) => {
      const before = read(text).tree;
      const lines = text.split('\n');
      const i = line % lines.length;
      const old = lines.slice(i, i + more);
      const indent = /^ */.exec(old[0] ?? '')?.[0] ?? '';
      const fresh: Record<string, readonly string[]> = {
        insert: [`${indent}${words}`, ...old],
        replace: [`${indent}${words}`],
        remove: [],
        'further in': old.map((each) => `  ${each}`),
        'less far in': old.map((each) => each.replace(/^ {1,2}/, '')),
        cut: old.map((each) => each.slice(0, at % (each.length + 1))),
        append: old.map((each) => `${each.replace(/\r$/, '')} ${words}`),
      };
      const changed = lines.toSpliced(i, more, ...(fresh[kind] ?? [])).join('\n');
      const result = before && graft(before, changed, read);
      if (!result) return;
      grafted++;
      const whole = read(changed);
      expect(whole.diagnostics, changed).toEqual([]);
      expect(result.tree && seen(result.tree), changed).toEqual(whole.tree && seen(whole.tree));
    }),
    { numRuns: 400 },
  );
  // About a fifth of the edits, in the mean.
  expect(grafted).toBeGreaterThan(30);
});

test('only the lines of one item are read again', () => {
  const text = 'tasks:\n  - id: a\n    x: 1\n  - id: b\n    x: 2\n  - id: c\nend: 1\n';
  const before = read(text).tree;
  const parts: string[] = [];
  const after =
    before &&
    graft(before, text.replace('x: 2', 'x: 2\n    y: 3'), (part) => {
      parts.push(part);
      return read(part);
    });
  expect(parts).toEqual(['  - id: b\n    x: 2\n    y: 3\n']);
  expect(after?.tree && toJson(after.tree.root)).toEqual({
    tasks: [{ id: 'a', x: 1 }, { id: 'b', x: 2, y: 3 }, { id: 'c' }],
    end: 1,
  });
});
