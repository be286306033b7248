import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffHunk, diffFile, lineSlice, moveHunks } from './line-diff';

const textArbitrary = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '- id: x', '- id: y', ''), { maxLength: 40 });

describe('diffFile', () => {
  it('shows changed lines with three lines around them', () => {
    const before = lines(20).join('\n');
    const after = before.replace('line 10', 'line ten');
    expect(diffFile('f', before, after).hunks).toEqual([
      {
        oldStart: 7,
        newStart: 7,
        lines: [' line 7', ' line 8', ' line 9', '-line 10', '+line ten', ' line 11', ' line 12', ' line 13'],
      },
    ]);
  });

  it('joins changes that are near, and parts those that are not', () => {
    const near = lines(30).map((line, index) => ([9, 15].includes(index) ? `${line}!` : line));
    const far = lines(30).map((line, index) => ([9, 17].includes(index) ? `${line}!` : line));
    expect(diffFile('f', lines(30).join('\n'), near.join('\n')).hunks).toHaveLength(1);
    expect(diffFile('f', lines(30).join('\n'), far.join('\n')).hunks).toHaveLength(2);
  });

  it('says how the old lines become the new ones, whatever they are', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, (old, next) => {
        const { hunks } = diffFile('f', old.join('\n'), next.join('\n'));
        expect(applied(withoutLast(old), hunks)).toEqual(withoutLast(next));
      }),
    );
  });

  it.each(['', 'a\n', 'a\r\nb\r\n'])('finds nothing in equal texts (%j)', (text) => {
    expect(diffFile('f', text, text).hunks).toEqual([]);
  });

  it('takes thousands of changed lines, and thousands that have nothing in common, without long thought', () => {
    const nodes = (tries: number) =>
      Array.from({ length: 4_000 }, (_, n) => `  - id: n${n}\n    retry:\n      maxAttempts: ${tries}\n`).join('');
    const started = performance.now();
    expect(diffFile('f', nodes(3), nodes(4)).hunks).toHaveLength(1);
    const strange = lines(8_000).map((line) => `other ${line}`);
    expect(diffFile('f', lines(8_000).join('\n'), strange.join('\n')).hunks[0]?.lines).toHaveLength(16_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('lineSlice', () => {
  it('takes whole lines, and says where they begin', () => {
    const text = 'nodes:\n  - id: a\n    x: 1\n  - id: b\n';
    const start = text.indexOf('id: a');
    expect(lineSlice(text, { start, end: text.indexOf('1') + 1 })).toEqual({ text: '  - id: a\n    x: 1\n', line: 2 });
    expect(lineSlice(text, { start: text.indexOf('id: b'), end: text.length })).toEqual({
      text: '  - id: b\n',
      line: 4,
    });
    expect(lineSlice('one', { start: 0, end: 3 })).toEqual({ text: 'one', line: 1 });
  });
});

describe('moveHunks', () => {
  it('counts from the first line of each slice', () => {
    const moved = moveHunks(diffFile('f', 'a', 'b'), 12, 15);
    expect(moved.hunks).toEqual([{ oldStart: 12, newStart: 15, lines: ['-a', '+b'] }]);
  });
});

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}

/** What remains of the lines when the text ends with a line break: none follows it. */
function withoutLast(all: readonly string[]): readonly string[] {
  const joined = all.join('\n');
  return joined === '' ? [] : joined.replace(/\n$/, '').split('\n');
}

function applied(old: readonly string[], hunks: readonly DiffHunk[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, newStart, lines: hunk } of hunks) {
    result.push(...old.slice(at, oldStart - 1));
    expect(newStart).toBe(result.length + 1);
    at = oldStart - 1;
    for (const line of hunk) {
      if (line.startsWith('+')) result.push(line.slice(1));
      else {
        expect(old[at]).toBe(line.slice(1));
        if (line.startsWith(' ')) result.push(line.slice(1));
        at += 1;
      }
    }
  }
  return [...result, ...old.slice(at)];
}
