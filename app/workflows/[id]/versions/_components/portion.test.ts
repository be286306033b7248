import { describe, expect, it } from 'vitest';
import { MAX_LINES, portion } from './portion';

const hunks = (...lengths: number[]) =>
  lengths.map((length, index) => ({ oldStart: index, newStart: index, lines: Array<string>(length).fill('+x') }));
const sizes = (list: readonly { readonly lines: readonly string[] }[]) => list.map(({ lines }) => lines.length);

describe('portion', () => {
  it.each([
    ['few lines stand open', [7, 9], [7, 9], [], false],
    ['many fold', [200, 200, 10], [200], [200, 10], false],
    ['the first place is open, however long', [900, 5], [900], [5], false],
    ['what a page cannot hold is left out', [MAX_LINES - 10, 30, 7], [MAX_LINES - 10], [10], true],
    ['so is the rest of one long place', [MAX_LINES + 1], [MAX_LINES], [], true],
    ['all that just fits is whole', [MAX_LINES], [MAX_LINES], [], false],
    ['nothing at all', [], [], [], false],
  ])('%s', (_, lengths, open, folded, cut) => {
    const result = portion(hunks(...lengths));
    expect([sizes(result.open), sizes(result.folded), result.cut]).toEqual([open, folded, cut]);
  });
});
