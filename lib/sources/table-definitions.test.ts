import { describe, expect, it } from 'vitest';
import { type DefinitionsMapping, definitionsSchema } from './schema';
import { readTableDefinition } from './table-definitions';

const mappingOf = (nodes: object): DefinitionsMapping =>
  definitionsSchema.parse({ from: { schema: 's', table: 't' }, workflowId: { column: 'id' }, nodes });
const array = (change: object = {}) =>
  mappingOf({ kind: 'json_array', array: { column: 'graph' }, id: ['id'], name: ['title'], type: ['kind'], ...change });
const read = (mapping: DefinitionsMapping, nodes: unknown) =>
  readTableDefinition(mapping, { workflow_id: 'w', name: 'W', version_id: '3', tenant_id: null, nodes });
const shape = (mapping: DefinitionsMapping, nodes: unknown) =>
  read(mapping, JSON.stringify(nodes))?.nodes.map(({ id, parent }) => (parent === null ? id : `${parent}>${id}`));

describe('nodes in a JSON array', () => {
  it('with what is known of each', () => {
    expect(read(array(), '[{"id":"a","title":"A","kind":"http"},{"id":7},{"title":"none"},{"id":"a"},3,null]')).toEqual(
      {
        workflow_id: 'w',
        name: 'W',
        version_id: '3',
        tenant_id: null,
        document: null,
        origin: null,
        nodes: [
          { id: 'a', name: 'A', type: 'http', parent: null, retry: null },
          { id: '7', name: null, type: null, parent: null, retry: null },
        ],
      },
    );
  });

  it('nested: arrays, arrays in arrays, branches by name, one alone, within what has no id', () => {
    const mapping = array({ children: [['steps'], ['value', 'branches', 'modules'], ['cases'], ['else']] });
    expect(
      shape(mapping, [
        { id: 'a', steps: [{ id: 'a1', steps: [{ id: 'a2' }] }] },
        { id: 'b', value: { branches: [{ modules: [{ id: 'b1' }] }, { modules: [{ id: 'b2' }] }] } },
        { id: 'c', cases: { yes: [{ id: 'c1' }], no: [{ id: 'c2' }], label: 'x' } },
        { id: 'd', else: { id: 'd1' } },
        { steps: [{ id: 'e' }] },
      ]),
    ).toEqual(['a', 'a>a1', 'a1>a2', 'b', 'b>b1', 'b>b2', 'c', 'c>c1', 'c>c2', 'd', 'd>d1', 'e']);
  });

  it('an id that stands deeper (Airflow)', () => {
    expect(shape(array({ id: ['__var', 'task_id'] }), [{ __type: 'operator', __var: { task_id: 'x' } }])).toEqual([
      'x',
    ]);
  });

  it('what cannot be read is said', () => {
    for (const nodes of ['{"a":1}', 'no json', null, 7, `${'['.repeat(200)}${']'.repeat(200)}`])
      expect(read(array(), nodes)).toBeNull();
    expect(readTableDefinition(array(), { workflow_id: null, nodes: '[]' })).toBeNull();
    expect(read(array(), '[]')?.nodes).toEqual([]);
  });

  it('own keys only', () => {
    expect(shape(array({ id: ['constructor', 'name'] }), [{ id: 'a' }])).toEqual([]);
    expect(shape(array({ children: [['__proto__']] }), [{ id: 'a' }])).toEqual(['a']);
  });
});

it('nodes that are rows, and a workflow that is its only node', () => {
  const rows = mappingOf({ kind: 'rows', id: { column: 'node' } });
  expect(read(rows, '[["a","A","http"],["b",null,null],[null,"x",null]]')?.nodes).toEqual([
    { id: 'a', name: 'A', type: 'http', parent: null, retry: null },
    { id: 'b', name: null, type: null, parent: null, retry: null },
  ]);
  expect(read(mappingOf({ kind: 'itself' }), null)?.nodes).toEqual([
    { id: 'w', name: 'W', type: null, parent: null, retry: null },
  ]);
});
