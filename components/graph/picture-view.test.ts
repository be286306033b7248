import { expect, test } from 'vitest';
import { firstView, viewOf } from './picture-view';

const PLACE = { width: 800, height: 500 };
const PICTURE = { width: 3000, height: 2000 };
const NODE = { x: 1000, y: 400, width: 200, height: 66 };

test('a small picture is shown as it is, in the middle', () => {
  expect(firstView({ width: 400, height: 100 }, PLACE)).toEqual({ x: 200, y: 200, zoom: 1 });
});

test('a large one is shown whole', () => {
  const { zoom } = firstView({ width: 5000, height: 3000 }, PLACE);
  expect(5000 * zoom).toBeLessThanOrEqual(800);
  expect(3000 * zoom).toBeLessThanOrEqual(500);
});

test('of an endless one the beginning is shown, readable', () => {
  const view = firstView({ width: 1700, height: 30_000 }, PLACE);
  expect(view.zoom).toBeGreaterThanOrEqual(0.45);
  expect(view).toMatchObject({ x: 12, y: 12 });
});

test('a node that can be seen and read stays where it is', () => {
  const view = { x: -700, y: -200, zoom: 1 };
  expect(viewOf(NODE, view, PICTURE, PLACE)).toBe(view);
});

test.each([
  ['out of sight', { x: 0, y: 0, zoom: 1 }, 1],
  ['too small to read', { x: 0, y: 0, zoom: 0.2 }, 0.8],
])('a node that is %s comes to the middle', (_, view, zoom) => {
  const next = viewOf(NODE, view, PICTURE, PLACE);
  expect(next.zoom).toBe(zoom);
  expect(next.x + (NODE.x + 100) * zoom).toBeCloseTo(400);
  expect(next.y + (NODE.y + 33) * zoom).toBeCloseTo(250);
});

test('at the edge of the picture nothing is left empty', () => {
  const corner = { ...NODE, x: 12, y: 12 };
  expect(viewOf(corner, { x: -2000, y: -2000, zoom: 1 }, PICTURE, PLACE)).toEqual({ x: 12, y: 12, zoom: 1 });
});

test('a picture smaller than its place comes to the middle', () => {
  const { x, y } = viewOf({ ...NODE, x: 0, y: 0 }, { x: -900, y: 0, zoom: 1 }, { width: 400, height: 100 }, PLACE);
  expect([x, y]).toEqual([200, 200]);
});
