import { expect, test } from 'vitest';
import { readDefinition } from '@/lib/dialects/registry';
import type { NodeDefinition } from '@/lib/model/workflow';
import { graphKey, workflowGraph } from './workflow-graph';

const MACHINE = JSON.stringify({
  StartAt: 'Each',
  States: {
    Each: {
      Type: 'Map',
      ItemProcessor: {
        StartAt: 'Call',
        States: { Call: { Type: 'Task', Resource: 'arn:x', Next: 'Note' }, Note: { Type: 'Pass', End: true } },
      },
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Tell' }],
      Next: 'Both',
    },
    Both: {
      Type: 'Parallel',
      Branches: [
        { StartAt: 'Left', States: { Left: { Type: 'Task', Resource: 'arn:y', End: true } } },
        { StartAt: 'Right', States: { Right: { Type: 'Task', Resource: 'arn:z', End: true } } },
      ],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Tell' }],
      Next: 'Tell',
    },
    Tell: { Type: 'Task', Resource: 'arn:t', Next: 'Nowhere' },
  },
});

function graphOfText(text: string, fileName: string) {
  const { workflow } = readDefinition({ text, sidecar: null, fileName });
  return workflowGraph(workflow?.nodes ?? []);
}

test('steps, containers, catchers and steps that lead nowhere are read from the text', () => {
  const { nodes, edges, missing } = graphOfText(MACHINE, 'machine.asl.json');
  expect(nodes).toEqual([
    { id: 'Each', parentId: null },
    { id: 'Call', parentId: 'Each' },
    { id: 'Note', parentId: 'Each' },
    { id: 'Both', parentId: null },
    { id: 'Left', parentId: 'Both' },
    { id: 'Right', parentId: 'Both' },
    { id: 'Tell', parentId: null },
  ]);
  expect(edges.map(({ from, to, failure }) => [from, to, failure])).toEqual([
    ['Each', 'Both', false],
    ['Each', 'Tell', true],
    ['Call', 'Note', false],
    // A catcher that leads where the flow leads anyway is not drawn apart.
    ['Both', 'Tell', false],
  ]);
  expect(missing).toEqual([{ from: 'Tell', to: 'Nowhere' }]);
});

test('the key stays while only policies and names change, and changes with the steps', () => {
  const node = (id: string, next: string, extra = '') => `  - { id: ${id}, next: ${next}${extra} }\n`;
  const text = (nodes: string) => `format: failpath/v1\nworkflow: w\nnodes:\n${nodes}`;
  const key = (nodes: string) => graphKey(graphOfText(text(nodes), 'w.failpath.yaml'));
  const plain = key(node('a', 'b') + node('b', 'a'));
  expect(key(node('a', 'b', ', name: Other, owner: ops') + node('b', 'a'))).toBe(plain);
  expect(key(node('a', 'a') + node('b', 'a'))).not.toBe(plain);
});

test('containers that are not there, or contain each other, are none', () => {
  const node = (id: string, parentId: string | null): NodeDefinition => ({
    ...{ id, parentId, name: id, type: null, next: [], canCarryPolicy: true, config: {}, engineRetry: [] },
    place: { line: 1, column: 1, start: 0, end: 0 },
  });
  const { nodes } = workflowGraph([node('a', 'b'), node('b', 'a'), node('c', 'gone'), node('d', 'e'), node('e', null)]);
  expect(nodes.map(({ parentId }) => parentId)).toEqual([null, null, null, 'e', null]);
});
