import { expect, it } from 'vitest';
import type { Loss } from '@/lib/dialects/types';
import { groupLosses } from './group-losses';

const loss = (nodeId: string, code: string, values?: Loss['values']): Loss => ({
  nodeId,
  path: ['retry'],
  exactness: 'impossible',
  where: 'sidecar',
  code,
  values,
});

it('says the same loss once, with its nodes, in the order of the first', () => {
  const groups = groupLosses([
    loss('a', 'silence'),
    loss('a', 'interval', { ms: 500 }),
    loss('b', 'silence'),
    loss('b', 'silence'),
    loss('b', 'interval', { ms: 250 }),
  ]);
  expect(groups.map(({ code, values, nodes }) => ({ code, values, nodes }))).toEqual([
    { code: 'silence', values: undefined, nodes: ['a', 'b'] },
    { code: 'interval', values: { ms: 500 }, nodes: ['a'] },
    { code: 'interval', values: { ms: 250 }, nodes: ['b'] },
  ]);
});
