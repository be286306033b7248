import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathText, readKeys, readPath } from './column-path';

describe('a place within JSON', () => {
  it.each([
    [[], ''],
    [['outputs', 'error', 'code'], 'outputs.error.code'],
    [['a.b', 0, 'c d', -1], '"a.b"[0]."c d"[-1]'],
    [['0'], '0'],
    [['', 'x'], null],
    [['x', 'quote"'], 'x."quote\\""'],
    [['节点', 'id'], '节点.id'],
  ])('%j is written as people read it, and read back', (path, text) => {
    if (text === null) return expect(readPath(pathText(path))).toBeNull();
    expect(pathText(path)).toBe(text);
    expect(readPath(text)).toEqual(path);
  });

  it.each(['a..b', '.a', 'a.', 'a b', '[x]', '[1', '"open', 'a"b"', '[12345]', '""'])('%s is none', (text) => {
    expect(readPath(text)).toBeNull();
  });

  it('holds every path', () => {
    const step = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.integer({ min: -1000, max: 1000 }).map((position) => position || 0),
    );
    fc.assert(
      fc.property(fc.array(step), (path) => {
        expect(readPath(pathText(path))).toEqual(path);
      }),
    );
  });

  it('keys only, where a position makes no sense', () => {
    expect(readKeys('error.code')).toEqual(['error', 'code']);
    expect(readKeys('error[0]')).toBeNull();
  });
});
