import { expect, it } from 'vitest';
import { cursorText, cutPage, readCursor } from './keyset';

const at = new Date('2026-11-29T20:00:00.123Z');

it('a place in a list reads back as it was written', () => {
  expect(readCursor('after', cursorText({ at, id: '42' }))).toEqual({ side: 'after', at, id: '42' });
});

it.each([undefined, '', '2026-13-45T00:00:00.000Z_1', `${at.toISOString()}_1;drop`, '1'])('%s is no place', (text) => {
  expect(readCursor('before', text)).toBeNull();
});

it('one row too many says that there are more on that side', () => {
  const [before, after] = [
    { side: 'before', at, id: '1' },
    { side: 'after', at, id: '1' },
  ] as const;
  expect(cutPage([3, 2, 1], null, 2)).toEqual({ rows: [3, 2], newer: false, older: true });
  expect(cutPage([3, 2], before, 2)).toEqual({ rows: [3, 2], newer: true, older: false });
  expect(cutPage([3, 2, 1], after, 2)).toEqual({ rows: [2, 1], newer: true, older: true });
  expect(cutPage([3, 2], after, 2)).toEqual({ rows: [3, 2], newer: false, older: true });
});
