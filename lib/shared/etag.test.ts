import { describe, expect, it } from 'vitest';
import { matchesEtag } from './etag';

describe('matchesEtag', () => {
  it.each([
    [null, false],
    ['"3"', true],
    ['"2"', false],
    ['W/"3"', true],
    ['"1", W/"2" , "3"', true],
    ['*', true],
    ['3', false],
  ])('%j → %j', (header, expected) => {
    expect(matchesEtag(header, '"3"')).toBe(expected);
  });
});
