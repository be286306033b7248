import { describe, expect, it } from 'vitest';
import { readImported } from './search-params';

describe('readImported', () => {
  it.each([
    [{}, null],
    [{ imported: 'new' }, 'new'],
    [{ imported: 'replaces' }, 'replaces'],
    [{ imported: '<script>' }, null],
    [{ imported: ['new', 'new'] }, null],
  ])('%j → %j', (params, expected) => {
    expect(readImported(params)).toBe(expected);
  });
});
