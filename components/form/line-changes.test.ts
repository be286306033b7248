import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineChanges } from './line-changes';

const text = fc
  .array(fc.constantFrom('', 'a', 'b', '  a: 1', '  a: 2', 'long line here'), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

function applied(before: string, after: string): string {
  return lineChanges(before, after)
    .toReversed()
    .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), before);
}

it('makes any text of any other, by changes that stand in order and apart', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applied(before, after)).toBe(after);
      const changes = lineChanges(before, after);
      for (const [i, { from, to }] of changes.entries()) {
        expect(from).toBeLessThanOrEqual(to);
        expect(from).toBeGreaterThanOrEqual(changes[i - 1]?.to ?? 0);
      }
    }),
    { numRuns: 500 },
  );
});

it('touches only what differs', () => {
  expect(lineChanges('a: 1\nb: 2\nc: 3', 'a: 1\nb: 20\nc: 3')).toEqual([{ from: 9, to: 9, insert: '0' }]);
  expect(lineChanges('a\nb\nc', 'a\nx\nb\nc\nd')).toEqual([
    { from: 2, to: 2, insert: 'x\n' },
    { from: 5, to: 5, insert: '\nd' },
  ]);
  expect(lineChanges('a\nb\nc', 'a\nc')).toEqual([{ from: 2, to: 4, insert: '' }]);
  expect(lineChanges('same', 'same')).toEqual([]);
});
