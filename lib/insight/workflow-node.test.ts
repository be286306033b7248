import { expect, test } from 'vitest';
import { colouringOf, failureLevel, failureRanges, type PictureNode, standingOf } from './workflow-node';

const NODE: PictureNode = {
  ...{ id: '1', nodeId: 'a', name: 'A', type: null, kind: 'http' },
  coverage: { state: 'incomplete', lacks: ['retry'], idle: false },
  ...{ failures: 3, finalFailures: 1, owner: null, hasDraft: false },
};

test.each([
  [{ state: 'proven', lacks: [] }, 'proven'],
  [{ state: 'simulated', lacks: [] }, 'simulated'],
  [{ state: 'configured', lacks: [] }, 'configured'],
  [{ state: 'stale', lacks: [] }, 'stale'],
  [{ state: 'configured', lacks: [], idle: true }, 'quiet'],
  [{ lacks: ['retry', 'record'] }, 'incomplete'],
  [{ lacks: ['owner', 'retry'] }, 'urgent'],
  [{ lacks: ['invalid'] }, 'urgent'],
] as const)('%o stands as %s', (part, standing) => {
  expect(standingOf({ coverage: { ...NODE.coverage, ...part } })).toBe(standing);
});

test('levels are thirds of the worst node', () => {
  expect([0, 1, 19, 20, 38, 39, 57].map((failures) => failureLevel(failures, 57))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect(failureLevel(0, 0)).toBe(0);
});

test.each([0, 1, 2, 3, 4, 10, 57, 1000])('the ranges of the legend are those of the levels (worst: %i)', (worst) => {
  for (const { level, from, to } of failureRanges(worst)) {
    expect(failureLevel(from, worst)).toBe(level);
    expect(failureLevel(to, worst)).toBe(level);
  }
  const all = failureRanges(worst).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  expect(all).toEqual(Array.from({ length: worst + 1 }, (_, i) => i));
});

test.each([
  ['failures', 'failures'],
  ['coverage', 'coverage'],
  ['<script>', 'coverage'],
  [null, 'coverage'],
] as const)('%s in the URL means %s', (text, colouring) => {
  expect(colouringOf(text)).toBe(colouring);
});
