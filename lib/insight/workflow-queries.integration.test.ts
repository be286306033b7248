import { beforeEach, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { MAX_PICTURE_NODES, type PictureSource, workflowExists, workflowPicture } from './workflow-queries';

const ctx = testContext();
const HEAD = 'format: failpath/v1\nworkflow: w\n';
const NODES = `${HEAD}nodes:\n  - { id: a, next: [b, gone] }\n  - { id: b }\n`;
let id: string;

beforeEach(() => {
  id = crypto.randomUUID();
});

const source = (text: string, version = 1): PictureSource => ({
  ...{ id, version, text, sidecar: null, fileName: 'w.failpath.yaml', dialect: 'failpath' },
});

it('reads the steps out of the text and places them', async () => {
  const picture = await workflowPicture(ctx, source(NODES));
  expect(picture).toMatchObject({
    kind: 'picture',
    layout: {
      nodes: [{ id: 'a' }, { id: 'b' }],
      edges: [{ from: 'a', to: 'b' }],
      missing: [{ from: 'a', to: 'gone' }],
    },
  });
});

it('keeps it by workflow and version; asked twice at once it is made once', async () => {
  const [first, second] = await Promise.all([workflowPicture(ctx, source(NODES)), workflowPicture(ctx, source(NODES))]);
  expect(second).toBe(first);
  const changed = await workflowPicture(ctx, source(NODES.replace('id: b', 'id: b, next: [a]'), 2));
  expect(changed).toMatchObject({ layout: { edges: [{ to: 'b' }, { to: 'a' }] } });
});

it('a version in which only policies changed has the same places', async () => {
  const first = await workflowPicture(ctx, source(NODES));
  const next = await workflowPicture(ctx, source(NODES.replace('id: b', 'id: b, owner: ops'), 2));
  expect(first.kind === 'picture' && next.kind === 'picture' && next.layout.nodes === first.layout.nodes).toBe(true);
});

it.each([
  ['unreadable', 'nodes: ['],
  ['empty', `${HEAD}nodes: []\n`],
  [
    'too_large',
    `${HEAD}nodes:\n${Array.from({ length: MAX_PICTURE_NODES + 1 }, (_, i) => `  - { id: n${i} }\n`).join('')}`,
  ],
])('says why there is none: %s', async (reason, text) => {
  expect(await workflowPicture(ctx, source(text))).toEqual({ kind: 'none', reason });
});

it('knows which workflows there are', async () => {
  const { id: sourceId } = await ctx.db.source.create({ data: { key: 'own', name: 'Own', kind: 'failpath' } });
  const data = { sourceId, key: 'w', name: 'W', dialect: 'failpath', fileName: 'w.yaml', text: NODES };
  const row = await ctx.db.workflow.create({ data });
  expect(await workflowExists(ctx, row.id)).toBe(true);
  expect(await workflowExists(ctx, crypto.randomUUID())).toBe(false);
  expect(await workflowExists(ctx, 'no-id')).toBe(false);
});
