import { describe, expect, it } from 'vitest';
import { readCompareParams } from './search-params';

describe('readCompareParams', () => {
  it.each<[Record<string, string>, [number, number, string | null]]>([
    [{}, [6, 7, null]],
    [{ from: '3' }, [3, 7, null]],
    [{ to: '4', node: 'a' }, [3, 4, 'a']],
    [{ to: '1' }, [1, 1, null]],
    [{ from: '99', to: 'x' }, [99, 7, null]],
  ])('%j', (params, [from, to, node]) => {
    expect(readCompareParams(params, 7)).toEqual({ from, to, node });
  });
});
