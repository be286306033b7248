import { describe, expect, it } from 'vitest';
import { readPrecondition, versionTag } from './etag';

describe('readPrecondition', () => {
  it.each([
    [{}, { kind: 'absent' }],
    [{ 'If-Match': '"3"' }, { kind: 'version', version: 3 }],
    [{ 'If-Match': ' "12" ' }, { kind: 'version', version: 12 }],
    [{ 'If-Match': 'W/"3"' }, { kind: 'other' }],
    [{ 'If-Match': '"3", "4"' }, { kind: 'other' }],
    [{ 'If-Match': '*' }, { kind: 'other' }],
    [{ 'If-Match': '3' }, { kind: 'other' }],
    [{ 'If-None-Match': '*' }, { kind: 'none_yet' }],
    [{ 'If-None-Match': '"3"' }, { kind: 'absent' }],
  ])('%j', (headers, expected) => {
    expect(readPrecondition(new Headers(Object.entries(headers)))).toEqual(expected);
  });

  it('reads what versionTag writes', () => {
    expect(readPrecondition(new Headers({ 'If-Match': versionTag(7) }))).toEqual({ kind: 'version', version: 7 });
  });
});
