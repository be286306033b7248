import { expect, test } from 'vitest';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { chosenOf, narrowed, type SkeletonItem, sharedCautions, standingOfItem } from './skeleton-item';

const item = (name: string, part: Partial<SkeletonItem> = {}): SkeletonItem => ({
  ...{ id: nodeRowIdSchema.parse(crypto.randomUUID()), nodeId: name, name, version: 1, leftOut: null, by: null },
  change: { parts: ['retry'], today: { key: 'a' }, becomes: { key: 'b' }, problems: [], cautions: [] },
  ...part,
});

const CHANGE = item('x').change;
const ITEMS = [
  item('charge card'),
  item('send mail', { change: CHANGE && { ...CHANGE, problems: [{ code: 'gate_unknown', severity: 'error' }] } }),
  item('decided', { change: null, leftOut: 'decided' }),
];

test('each item can be published, has a question, or is left out', () => {
  expect(ITEMS.map(standingOfItem)).toEqual(['ready', 'asks', 'out']);
});

test.each([
  ['open', '', ['charge card', 'send mail']],
  ['ready', '', ['charge card']],
  ['asks', '', ['send mail']],
  ['out', '', ['decided']],
  ['open', 'MAIL', ['send mail']],
  ['ready', 'mail', []],
] as const)('%s, searched for “%s”', (filter, search, names) => {
  expect(narrowed(ITEMS, filter, search).map(({ name }) => name)).toEqual(names);
});

test('what is left out cannot be chosen', () => {
  expect(chosenOf(ITEMS, new Set(ITEMS.map(({ id }) => id))).map(({ name }) => name)).toEqual([
    'charge card',
    'send mail',
  ]);
});

test('what is said of several nodes alike is said once', () => {
  const caution = { code: 'owner_missing', severity: 'warning', values: { told: 'nobody' } } as const;
  const noted = (name: string, cautions: (typeof caution)[]) =>
    item(name, { change: CHANGE && { ...CHANGE, cautions } });
  expect(sharedCautions([noted('a', [caution]), noted('b', [caution]), noted('c', [])])).toEqual([
    { caution, nodes: 2 },
  ]);
  expect(sharedCautions([noted('a', [caution])])).toEqual([]);
});
