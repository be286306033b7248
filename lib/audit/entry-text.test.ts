import { expect, it } from 'vitest';
import { factsOf, sideText } from './entry-text';

it('reads as YAML, long lines whole and nothing by reference', () => {
  const same = { code: 'timeout' };
  expect(sideText({ reason: 'x '.repeat(100).trim(), rules: [same, same] })).toBe(
    `reason: ${'x '.repeat(100).trim()}\nrules:\n  - code: timeout\n  - code: timeout\n`,
  );
  expect(sideText(null)).toBe('');
});

it.each([null, [], 'text', 3, {}, { nodes: 'all', version: '2', note: 1 }, { nodes: [null, 'a', { id: 1 }] }])(
  'what is of another shape says nothing: %j',
  (side) => {
    expect(factsOf(null, side)).toEqual({ version: null, restoredFrom: null, note: null, nodes: [] });
  },
);

it('says version, note and nodes of what holds since, else of what held before', () => {
  const after = { version: 4, restoredFrom: 2, note: 'calmer', nodes: [{ id: 'a' }, { id: 'b' }] };
  expect(factsOf({ version: 3, nodes: [] }, after)).toEqual({ ...after, nodes: ['a', 'b'] });
  expect(factsOf({ nodes: [{ id: 'a' }] }, null).nodes).toEqual(['a']);
});
