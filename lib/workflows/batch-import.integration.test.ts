import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { advanceBatch, cancelBatch, receiveFiles, replaceUnopposed, startBatch } from './batch-import';
import { getBatch, getItemFile, listBatches, listItems, replaceable } from './batch-queries';
import { startBatchSchema } from './batch-schema';
import { ITEM_STATES } from './batch-vocabulary';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';
import { publishSchema } from './schema';
import { type TestEntry, zipOf } from './testing/zip';

const ctx = testContext();
beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.rejectedImport.deleteMany();
  await ctx.db.importBatch.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
});

const flow = (key: string, more = '') => `format: failpath/v1
workflow: ${key}
name: Flow ${key}
nodes:
  - id: charge
    type: http
${more}`;
const RETRY = '    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }\n';
const ASL = (state: string) =>
  JSON.stringify({ StartAt: state, States: { [state]: { Type: 'Task', Resource: 'arn:aws:lambda:x', End: true } } });
const bytes = (text: string | Uint8Array) => Buffer.from(text);

interface TestFile {
  readonly path: string;
  readonly text?: string | Uint8Array;
  readonly sidecar?: string;
}

async function started(files: readonly TestFile[]): Promise<string> {
  return (await startBatch(ctx, startBatchSchema.parse({ files: files.map(({ path }) => ({ path })) }))).id;
}

const send = (id: string, files: readonly TestFile[], who: Ctx = ctx) =>
  receiveFiles(who, {
    id,
    files: files.flatMap(({ text, sidecar }, position) =>
      text === undefined ? [] : [{ position, content: bytes(text), sidecar: sidecar ? bytes(sidecar) : null }],
    ),
  });

async function brought(files: readonly TestFile[], who: Ctx = ctx): Promise<string> {
  const id = await started(files);
  await send(id, files, who);
  return id;
}

async function broughtZip(entries: readonly TestEntry[]): Promise<string> {
  const id = await brought([{ path: 'all.zip', text: zipOf(entries) }]);
  await advanceBatch(ctx, { id });
  return id;
}

const itemsOf = (id: string) => listItems(ctx, { id, states: ITEM_STATES, page: 1 });
/** `path: state reason` of each. */
const storyOf = async (id: string) =>
  (await itemsOf(id)).map(({ path, state, reason }) => `${path}: ${state}${reason ? ` ${reason}` : ''}`);

async function imported(text: string): Promise<string> {
  const file = { fileName: 'x.yaml', content: bytes(text).toString('base64') };
  const result = await importWorkflow(ctx, file);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.workflowId;
}

describe('many files', () => {
  it('become workflows, each by itself: new, unchanged, to be looked at, unreadable', async () => {
    await imported(flow('same'));
    await imported(flow('changed'));
    const id = await brought([
      { path: 'a/new.yaml', text: flow('new') },
      { path: 'a/same.yaml', text: flow('same') },
      { path: 'a/broken.yaml', text: `${flow('broken')}    retry: [\n` },
      { path: 'b/changed.yaml', text: flow('changed', RETRY) },
      { path: 'b/empty.yaml', text: '' },
      { path: 'last.yaml', text: flow('last') },
    ]);
    expect(await storyOf(id)).toEqual([
      'a/new.yaml: imported',
      'a/same.yaml: unchanged',
      'a/broken.yaml: unreadable',
      'b/changed.yaml: look',
      'b/empty.yaml: refused empty',
      'last.yaml: imported',
    ]);
    expect(await getBatch(ctx, id)).toMatchObject({
      createdBy: 'Ann',
      total: 6,
      done: 6,
      counts: { imported: 2, unchanged: 1, look: 1, unreadable: 1, refused: 1, waiting: 0 },
    });
    const broken = (await itemsOf(id)).find(({ state }) => state === 'unreadable');
    expect(broken?.rejected?.diagnostics[0]).toMatchObject({ severity: 'error', place: { line: 7, column: 12 } });
    expect(
      (await ctx.db.workflow.findMany({ orderBy: { key: 'asc' } })).map(({ key, version }) => `${key} ${version}`),
    ).toEqual(['changed 1', 'last 1', 'new 1', 'same 1']);
    // Texts stay only where something may still be done with them.
    const kept = await ctx.db.importItem.findMany({ where: { content: { not: null } }, select: { path: true } });
    expect(kept).toEqual([{ path: 'b/changed.yaml' }]);
  });

  it('sent again, or by two tabs at once, are taken once', async () => {
    const files = ['one', 'two', 'three', 'four', 'five'].map((key) => ({ path: `${key}.yaml`, text: flow(key) }));
    const id = await started(files);
    await Promise.all([send(id, files), send(id, files)]);
    await send(id, files);
    expect(await storyOf(id)).toEqual(files.map(({ path }) => `${path}: imported`));
    expect(await ctx.db.auditEntry.count({ where: { action: 'workflow.import', subjectName: 'Flow five' } })).toBe(1);
    expect(await ctx.db.workflowVersion.count()).toBe(5);
  });

  it('that were named and refused before they were sent say why, and are not waited for', async () => {
    const files = [
      { path: 'readme.md', refusal: { reason: 'other_kind' as const } },
      { path: 'big.json', refusal: { reason: 'too_large' as const, values: { size: 6, limit: 5 } } },
      { path: '../../etc/up.yaml' },
    ];
    const { id } = await startBatch(ctx, startBatchSchema.parse({ files }));
    expect(await storyOf(id)).toEqual([
      'readme.md: skipped other_kind',
      'big.json: refused too_large',
      '../../etc/up.yaml: refused path_outside',
    ]);
    expect(await getBatch(ctx, id)).toMatchObject({ total: 3, done: 3 });
  });

  it('of other groups are refused with their nodes; the others are taken', async () => {
    await ctx.db.ownerGroup.create({ data: { slug: 'payments', name: 'Payments' } });
    await imported(`${flow('theirs', RETRY)}    owner: payments\n`);
    const editor: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'editor' } };
    const id = await brought(
      [
        { path: 'theirs.yaml', text: `${flow('theirs')}    owner: payments\n` },
        { path: 'mine.yaml', text: flow('mine') },
      ],
      editor,
    );
    expect(await storyOf(id)).toEqual(['theirs.yaml: refused not_owner', 'mine.yaml: imported']);
    expect((await itemsOf(id))[0]?.values).toEqual({ nodes: 'charge', count: 1 });
  });

  it('that take a node with somebody’s draft away are refused', async () => {
    const workflowId = await imported(flow('drafted', '  - id: ship\n    type: http\n'));
    const node = await ctx.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'ship' } });
    await ctx.db.nodeDraft.create({
      data: { nodeRowId: node.id, baseVersion: 1, base: {}, document: {}, updatedBy: 'Bea' },
    });
    const id = await brought([{ path: 'drafted.yaml', text: flow('drafted') }]);
    expect(await storyOf(id)).toEqual(['drafted.yaml: refused drafts_at_risk']);
  });
});

describe('an archive', () => {
  it('is taken file by file, companions with their definitions, and each refusal has its reason', async () => {
    const sidecar = `format: failpath/v1\nsidecarOf: orders.asl.json\nworkflow: orders.asl\nowner: order-ops\nnodes: []\n`;
    const id = await broughtZip([
      { name: 'flows/orders.asl.json', content: ASL('Charge') },
      { name: 'flows/orders.asl.failpath.yaml', content: sidecar },
      { name: 'flows/a.yaml', content: flow('a') },
      { name: 'broken.yaml', content: 'nodes: [' },
      { name: 'bomb.yaml', content: 'x'.repeat(1_000_000), size: 3 },
      { name: '../up.yaml', content: flow('up') },
      { name: 'more.zip', content: 'PK' },
      { name: 'picture.png', content: '' },
      { name: '__MACOSX/._a.yaml', content: '' },
    ]);
    expect(await storyOf(id)).toEqual([
      'all.zip/../up.yaml: refused path_outside',
      'all.zip/bomb.yaml: refused entry_damaged',
      'all.zip/broken.yaml: unreadable',
      'all.zip/flows/a.yaml: imported',
      'all.zip/flows/orders.asl.json: imported',
      'all.zip/more.zip: refused zip_in_zip',
      'all.zip/picture.png: skipped other_kind',
    ]);
    const orders = await ctx.db.workflow.findFirstOrThrow({ where: { dialect: 'asl' } });
    expect(orders).toMatchObject({ fileName: 'orders.asl.json', sidecar, owner: 'order-ops' });
    expect(await ctx.db.importItem.count({ where: { content: { not: null } } })).toBe(0);
  });

  it('that cannot be taken apart is one refusal', async () => {
    const id = await brought([
      { path: 'torn.zip', text: 'PK and nothing else' },
      { path: 'fine.yaml', text: flow('fine') },
    ]);
    expect(await storyOf(id)).toEqual(['torn.zip: refused zip_damaged', 'fine.yaml: imported']);
  });

  it('is gone on with by whoever asks, each file once', async () => {
    const entries = Array.from({ length: 30 }, (_, index) => ({ name: `${index}.yaml`, content: flow(`k${index}`) }));
    const id = await brought([{ path: 'all.zip', text: zipOf(entries) }]);
    expect(await getBatch(ctx, id)).toMatchObject({ total: 30, done: 0, counts: { received: 30 } });
    await Promise.all([advanceBatch(ctx, { id }), advanceBatch(ctx, { id }), advanceBatch(ctx, { id })]);
    const left = await advanceBatch(ctx, { id });
    expect(left).toMatchObject({ ok: true, value: { done: 30, counts: { imported: 30 } } });
    expect(
      await ctx.db.auditEntry.count({ where: { action: 'workflow.import', subjectName: { startsWith: 'Flow k' } } }),
    ).toBe(30);
  });

  it('whose file fails each time is not tried for ever, and the others are taken', async () => {
    const id = await brought([
      {
        path: 'all.zip',
        text: zipOf([
          { name: 'a.yaml', content: flow('poison') },
          { name: 'b.yaml', content: flow('fine') },
        ]),
      },
    ]);
    await ctx.db.$executeRaw`
      create function poison() returns trigger language plpgsql as
        $$ begin if new.key = 'poison' then raise exception 'poisoned'; end if; return new; end $$`;
    await ctx.db.$executeRaw`create trigger poison before insert on workflow for each row execute function poison()`;
    try {
      for (let turn = 0; turn < 3; turn++) await expect(advanceBatch(ctx, { id })).rejects.toThrow('poisoned');
      expect(await advanceBatch(ctx, { id })).toMatchObject({ ok: true, value: { done: 2 } });
    } finally {
      await ctx.db.$executeRaw`drop trigger poison on workflow`;
      await ctx.db.$executeRaw`drop function poison`;
    }
    expect(await storyOf(id)).toEqual(['all.zip/a.yaml: refused unexpected', 'all.zip/b.yaml: imported']);
  });
});

describe('cancelling', () => {
  it('while an archive arrives leaves none of its files to be taken', async () => {
    const text = zipOf(
      Array.from({ length: 40 }, (_, index) => ({ name: `${index}.yaml`, content: flow(`k${index}`) })),
    );
    const id = await started([{ path: 'all.zip' }]);
    await Promise.all([
      send(id, [{ path: 'all.zip', text }]),
      send(id, [{ path: 'all.zip', text }]),
      cancelBatch(ctx, { id }),
    ]);
    await advanceBatch(ctx, { id });
    expect((await getBatch(ctx, id))?.counts).toMatchObject({ imported: 0, waiting: 0, received: 0 });
    expect(await ctx.db.workflow.count()).toBe(0);
  });

  it('stops what was not begun; what was done stays, and nothing more is taken', async () => {
    const files = [
      { path: 'one.yaml', text: flow('one') },
      { path: 'two.yaml', text: flow('two') },
    ];
    const id = await started(files);
    await send(id, files.slice(0, 1));
    expect(await cancelBatch(ctx, { id })).toMatchObject({ ok: true, value: { done: 2 } });
    await send(id, files);
    await advanceBatch(ctx, { id });
    expect(await storyOf(id)).toEqual(['one.yaml: imported', 'two.yaml: cancelled']);
    expect(await ctx.db.workflow.count()).toBe(1);
    expect((await getBatch(ctx, id))?.cancelledAt).toEqual(ctx.now);
  });

  it('takes an import back that was under way', async () => {
    const id = await brought([{ path: 'all.zip', text: zipOf([{ name: 'a.yaml', content: flow('late') }]) }]);
    const waiting = await ctx.db.importItem.findFirstOrThrow({ where: { batchId: id } });
    // Held until the cancellation is there: the import finds itself overtaken when it wants to say that it is done.
    let going: Promise<unknown> = Promise.resolve();
    await ctx.db.$transaction(async (db) => {
      await db.$queryRaw`lock table workflow in access exclusive mode`;
      going = advanceBatch(ctx, { id });
      while ((await ctx.db.importItem.findFirstOrThrow({ where: { id: waiting.id } })).claimedUntil === null);
      await cancelBatch(ctx, { id });
    });
    await going;
    expect(await storyOf(id)).toEqual(['all.zip/a.yaml: cancelled']);
    expect(await ctx.db.workflow.count()).toBe(0);
  });
});

describe('replacing', () => {
  const setUp = async () => {
    for (const key of ['a', 'b', 'c']) await imported(flow(key));
    return brought([
      { path: 'a.yaml', text: flow('a', RETRY) },
      { path: 'b.yaml', text: flow('b', '    note: x\n  - id: ship\n    type: http\n') },
      { path: 'c.yaml', text: flow('c', RETRY) },
      { path: 'again/c.yaml', text: flow('c', RETRY.replace('3', '4')) },
    ]);
  };

  it('all that nothing speaks against names its numbers, and holds for those that were seen', async () => {
    const id = await setUp();
    expect(await replaceable(ctx, id)).toEqual({
      workflows: 2,
      added: 1,
      removed: 0,
      policyChanged: 1,
      otherwiseChanged: 1,
    });
    expect(await replaceUnopposed(ctx, { id, count: 3 })).toEqual({
      ok: false,
      error: { reason: 'changed_meanwhile' },
    });
    expect(await replaceUnopposed(ctx, { id, count: 2 })).toMatchObject({
      ok: true,
      value: { counts: { received: 2 } },
    });
    await advanceBatch(ctx, { id });
    expect(await storyOf(id)).toEqual(['a.yaml: replaced', 'b.yaml: replaced', 'c.yaml: look', 'again/c.yaml: look']);
    expect((await itemsOf(id)).map(({ twice, version }) => [twice, version])).toEqual([
      [false, 2],
      [false, 2],
      [true, 1],
      [true, 1],
    ]);
    expect(await ctx.db.node.count({ where: { workflow: { key: 'b' } } })).toBe(2);
  });

  it('needs a new look where somebody was quicker, and none where it was cancelled', async () => {
    const id = await setUp();
    await replaceUnopposed(ctx, { id, count: 2 });
    await ctx.db.workflow.updateMany({ where: { key: 'a' }, data: { version: 2 } });
    await ctx.db.workflowVersion.updateMany({ where: { workflow: { key: 'a' } }, data: { version: 2 } });
    await advanceBatch(ctx, { id });
    const [a, b] = await itemsOf(id);
    expect(a).toMatchObject({ state: 'look', version: 2 });
    expect(b).toMatchObject({ state: 'replaced' });
    await replaceUnopposed(ctx, { id, count: 1 });
    await cancelBatch(ctx, { id });
    expect((await itemsOf(id))[0]).toMatchObject({ state: 'look', version: 2 });
    expect(await getItemFile(ctx, a?.id ?? '')).toMatchObject({ path: 'a.yaml', sidecar: null });
    expect(await getItemFile(ctx, b?.id ?? '')).toBeNull();
  });

  it('leaves what was published here and does not go with the file to a person', async () => {
    await imported(flow('ours', RETRY));
    const node = await ctx.db.node.findFirstOrThrow({ where: { workflow: { key: 'ours' } } });
    const document = { retry: { maxAttempts: 7, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' } };
    const publication = { nodeRowId: node.id, document: { ...document, actions: [] }, baseVersion: 1 };
    expect(await publishPolicy(ctx, publishSchema.parse(publication))).toMatchObject({ ok: true });
    const id = await brought([{ path: 'ours.yaml', text: flow('ours', RETRY.replace('3', '4')) }]);
    expect(await itemsOf(id)).toMatchObject([{ state: 'look', reason: 'conflicts', conflicts: 1 }]);
    expect(await replaceable(ctx, id)).toMatchObject({ workflows: 0 });
  });
});

it('batches are listed newest first, and old ones go when a new one begins', async () => {
  const old = await started([{ path: 'a.yaml' }]);
  await ctx.db.importBatch.update({ where: { id: old }, data: { createdAt: new Date('2026-10-01T00:00:00Z') } });
  const id = await started([{ path: 'b.yaml' }]);
  expect((await listBatches(ctx)).map((batch) => [batch.id, batch.total])).toEqual([[id, 1]]);
  expect(await getBatch(ctx, 'no-id')).toBeNull();
  expect(await advanceBatch(ctx, { id: old })).toEqual({ ok: false, error: { reason: 'not_found' } });
});
