import { expect, test } from 'vitest';
import type { PictureLayout, PlacedEdge, PlacedNode } from './workflow-graph';
import { type Arrow, arrowTarget } from './workflow-keys';

/** a → b → d, a → c → d, a ⇢ e (catcher), d → box [f → g] → h; cells of 100 × 50. */
const PLACES: Record<string, [number, number]> = {
  ...{ a: [1, 0], b: [0, 1], c: [1, 1], e: [3, 1], d: [0, 2], box: [0, 3], f: [0, 4], g: [0, 5], h: [0, 8] },
};
const STEPS = ['a-b', 'a-c', 'a-e', 'b-d', 'c-d', 'd-box', 'f-g', 'box-h'];

const node = (id: string, [column, row]: [number, number]): PlacedNode => ({
  ...{ id, x: column * 100, y: row * 50, width: 80, height: id === 'box' ? 170 : 40, container: id === 'box' },
  parentId: id === 'f' || id === 'g' ? 'box' : null,
});

const edge = (name: string): PlacedEdge => {
  const [from = '', to = ''] = name.split('-');
  return { id: name, from, to, failure: name === 'a-e', points: [] };
};

const layout: PictureLayout = {
  ...{ direction: 'DOWN', width: 500, height: 500, missing: [] },
  nodes: Object.entries(PLACES).map(([id, place]) => node(id, place)),
  edges: STEPS.map(edge),
};

const walk = (from: string, ...keys: Arrow[]) =>
  keys.reduce<string | null>((at, key) => (at === null ? null : arrowTarget(layout, at, key)), from);

test.each<[string, Arrow, string | null]>([
  ['a', 'ArrowDown', 'b'],
  ['b', 'ArrowUp', 'a'],
  ['d', 'ArrowUp', 'b'],
  ['b', 'ArrowRight', 'c'],
  ['c', 'ArrowLeft', 'b'],
  ['c', 'ArrowRight', 'e'],
  ['e', 'ArrowUp', 'a'],
  ['d', 'ArrowDown', 'box'],
  ['box', 'ArrowDown', 'f'],
  ['f', 'ArrowUp', 'box'],
  ['g', 'ArrowDown', 'h'],
  ['h', 'ArrowUp', 'box'],
  ['box', 'ArrowUp', 'd'],
  ['a', 'Home', 'a'],
  ['a', 'End', 'h'],
  ['a', 'ArrowUp', null],
  ['b', 'ArrowLeft', null],
])('from %s, %s leads to %s', (from, key, target) => {
  expect(arrowTarget(layout, from, key)).toBe(target);
});

test('with the flow from the left to the right, the right arrow follows it', () => {
  const turned: PictureLayout = { ...layout, direction: 'RIGHT' };
  expect(arrowTarget(turned, 'a', 'ArrowRight')).toBe('b');
  expect(arrowTarget(turned, 'b', 'ArrowLeft')).toBe('a');
});

test('every node can be reached by keys alone', () => {
  const reached = new Set(['a']);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const from of [...reached])
      for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'] as const)
        reached.add(arrowTarget(layout, from, key) ?? from);
  }
  expect([...reached].sort()).toEqual(Object.keys(PLACES).sort());
});

test('a node that is gone leads to the first', () => {
  expect(walk('gone', 'ArrowDown')).toBe('a');
});
