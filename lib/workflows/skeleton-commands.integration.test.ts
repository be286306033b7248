import { beforeEach, describe, expect, it } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import { type NodeRowId, nodeRowIdSchema, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import { setAt } from '@/lib/policy/edit';
import { testContext } from '@/lib/testing/context';
import { saveDraft } from './drafts';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';
import { exportWorkflow, getNode } from './queries';
import { discardSkeletonDrafts, draftSkeleton, publishSkeleton } from './skeleton-commands';
import { countOpenForSkeleton, planSkeleton, previewSkeleton } from './skeleton-queries';

const ctx = testContext();

const SAFE = '{ id: call, kind: http, idempotent: true }';
const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const TEXT = `format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  - id: safe     # stays
    actions: [${SAFE}]
  - id: unknown
    actions: [{ id: call, kind: http }]
  - id: decided
    actions: [${SAFE}]
    retry: { maxAttempts: 1 }
    onExhausted: { action: manual, record: ${RECORD} }
  - id: other
    actions: [${SAFE}]
  - id: quiet
    actions: []
  - id: broken
    retry: { maxAttempts: three }
`;

const MACHINE = JSON.stringify({
  StartAt: 'Call',
  States: {
    Call: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Next: 'Choose' },
    Choose: { Type: 'Choice', Choices: [], Default: 'Keep' },
    Keep: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Retry: [
        { ErrorEquals: ['A'], MaxAttempts: 2 },
        { ErrorEquals: ['B'], MaxAttempts: 7, IntervalSeconds: 3 },
      ],
      End: true,
    },
  },
});

let workflowId: WorkflowId;

beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  await ctx.db.ownerGroup.create({ data: { slug: 'order-ops', name: 'Order operations' } });
  workflowId = await bring('orders.yaml', TEXT);
});

describe('planSkeleton', () => {
  it('says of every node what would change, or why it is left out', async () => {
    const plan = await planSkeleton(ctx, workflowId);
    const standings = plan?.nodes.map(({ nodeId, outcome }) => [nodeId, outcome.standing]);
    expect(standings).toEqual([
      ['safe', 'open'],
      ['unknown', 'open'],
      ['decided', 'decided'],
      ['other', 'open'],
      ['quiet', 'nothing'],
      ['broken', 'invalid'],
    ]);
    expect(await countOpenForSkeleton(ctx, workflowId)).toBe(3);
    const [safe, unknown] = plan?.nodes ?? [];
    expect(safe?.outcome).toMatchObject({
      parts: ['retry', 'hand_off'],
      today: { key: 'today.stops_told', values: { name: 'Order operations' } },
      becomes: { key: 'row.retry', values: { attempts: 3 } },
      problems: [],
      cautions: [{ code: 'terminal_code_retried' }],
      losses: [],
    });
    expect(unknown?.outcome).toMatchObject({ problems: [{ code: 'gate_unknown', values: { action: 'call' } }] });
  });

  it('says what the engine cannot, and leaves its own retry', async () => {
    const id = await bring('machine.asl.json', MACHINE);
    const plan = await planSkeleton(ctx, id);
    const outcomes = new Map(plan?.nodes.map(({ nodeId, outcome }) => [nodeId, outcome]));
    expect(outcomes.get('Choose')).toMatchObject({ standing: 'cannot' });
    expect(outcomes.get('Keep')).toMatchObject({ standing: 'open', parts: ['hand_off'] });
    expect(outcomes.get('Call')).toMatchObject({
      parts: ['retry', 'hand_off'],
      losses: expect.arrayContaining([expect.objectContaining({ code: 'on_exhausted' })]),
    });
  });

  it('knows no workflow under another id', async () => {
    expect(await planSkeleton(ctx, 'no-id')).toBeNull();
    expect(await planSkeleton(ctx, crypto.randomUUID())).toBeNull();
  });

  it('previews a node in sentences and lines, and nothing where nothing changes', async () => {
    const preview = await previewSkeleton(ctx, { nodeRowId: await idOf('safe') });
    expect(preview?.sentences[0]).toMatchObject({ key: 'sentence.retry' });
    const lines = preview?.files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines)) ?? [];
    expect(lines.some((line) => line.startsWith('+') && line.includes('maxAttempts: 3'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('-'))).toEqual([]);
    expect(await previewSkeleton(ctx, { nodeRowId: await idOf('decided') })).toBeNull();
  });
});

describe('draftSkeleton', () => {
  it('keeps a draft on each, refused by the gate or not, and leaves the rest with the reason', async () => {
    const drafts = await draft(await chosen('safe', 'unknown', 'decided', 'broken'));
    expect(drafts.results.map(({ outcome }) => outcome)).toEqual(['drafted', 'drafted', 'decided', 'invalid']);
    const node = await getNode(ctx, await idOf('unknown'));
    expect(node?.draft).toMatchObject({ revision: 1, baseVersion: 1, document: { retry: { maxAttempts: 3 } } });
    expect(node?.version).toBe(1);
  });

  it('never touches the draft of another, nor a node that changed meanwhile', async () => {
    const seen = await chosen('safe', 'unknown', 'other');
    const theirs = await write('unknown', { owner: 'order-ops' });
    await publishOwner('other');
    const drafts = await draft(seen);
    expect(drafts.results.map(({ outcome }) => outcome)).toEqual(['drafted', 'draft', 'changed']);
    expect((await getNode(ctx, await idOf('unknown')))?.draft).toMatchObject(theirs);
    expect((await getNode(ctx, await idOf('other')))?.draft).toBeNull();
  });

  it('takes its drafts back, save for one that somebody went on with', async () => {
    const { at } = await draft(await chosen('safe', 'other'));
    const [safe, other] = [await idOf('safe'), await idOf('other')];
    const draftNow = (await getNode(ctx, other))?.draft;
    await saveDraft(ctx, { ...saving(other, setAt(draftNow?.document ?? {}, ['owner'], 'order-ops')), revision: 1 });
    const undone = await discardSkeletonDrafts(ctx, { workflowId, nodeRowIds: [safe, other], at });
    expect(undone).toEqual({ ok: true, value: { discarded: [safe], kept: [other] } });
    expect((await getNode(ctx, safe))?.draft).toBeNull();
    expect((await getNode(ctx, other))?.draft?.document).toMatchObject({ owner: 'order-ops' });
  });

  it('a draft of somebody else under the same revision is not taken back', async () => {
    const safe = await idOf('safe');
    await write('safe', { owner: 'order-ops' });
    const later = new Date(ctx.now.getTime() + 1).toISOString();
    const undone = await discardSkeletonDrafts(ctx, { workflowId, nodeRowIds: [safe], at: later });
    expect(undone).toMatchObject({ value: { discarded: [], kept: [safe] } });
  });
});

describe('publishSkeleton', () => {
  it('publishes what passes as one version and says why the others did not', async () => {
    const seen = await chosen('safe', 'unknown', 'other', 'quiet');
    await write('other', { owner: 'order-ops' });
    const result = await publish(seen, 'the standard');
    expect(result.workflowVersion).toBe(2);
    expect(result.results.map(({ outcome }) => outcome)).toEqual(['published', 'refused', 'draft', 'nothing']);
    expect(result.results[1]).toMatchObject({ diagnostics: [{ code: 'gate_unknown' }] });
    const file = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(file).toContain('  - id: safe     # stays\n');
    expect(file.match(/maxAttempts: 3/g)).toHaveLength(1);
    expect((await getNode(ctx, await idOf('other')))?.draft?.document).toEqual({ owner: 'order-ops' });
    const versions = await ctx.db.workflowVersion.findMany({ where: { workflowId }, orderBy: { version: 'desc' } });
    expect(versions).toHaveLength(2);
    expect(versions[0]).toMatchObject({ changed: ['safe'], note: 'the standard' });
  });

  it('writes nothing where nothing passes', async () => {
    const result = await publish(await chosen('unknown', 'decided'));
    expect(result).toMatchObject({ workflowVersion: null, results: [{ outcome: 'refused' }, { outcome: 'decided' }] });
    expect(await ctx.db.workflowVersion.count({ where: { workflowId } })).toBe(1);
  });

  it('several hundred at once; one that changed meanwhile is said, all others are right', {
    timeout: 120_000,
  }, async () => {
    const nodes = Array.from({ length: 400 }, (_, index) => `  - id: n${index}\n    actions: [${SAFE}]\n`).join('');
    workflowId = await bring('large.yaml', `format: failpath/v1\nworkflow: large\nowner: order-ops\nnodes:\n${nodes}`);
    const seen = await everyNode();
    expect(seen).toHaveLength(400);
    await publishOwner('n200');
    const before = process.cpuUsage();
    const result = await publish(seen);
    const cpuMs = process.cpuUsage(before).user / 1_000;
    const changed = await idOf('n200');
    const odd = result.results.filter(({ outcome }) => outcome !== 'published');
    expect(odd).toEqual([{ nodeRowId: changed, outcome: 'changed' }]);
    const file = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(file.match(/maxAttempts: 3/g)).toHaveLength(399);
    // Of the processor, since a machine may be busy with other things; a parse per node would take minutes.
    expect(cpuMs).toBeLessThan(20_000);

    const again = await draft(await everyNode());
    expect(again.results.filter(({ outcome }) => outcome === 'drafted')).toEqual([
      { nodeRowId: changed, outcome: 'drafted' },
    ]);
  });

  it('asks for permission', async () => {
    const viewer = { ...ctx, db: ctx.db, actor: { ...ctx.actor, id: 'v', name: 'V', role: 'viewer' } } as const;
    const input = { workflowId, nodes: await chosen('safe') };
    await expect(publishSkeleton(viewer, input)).rejects.toThrow(ForbiddenError);
    await expect(draftSkeleton(viewer, input)).rejects.toThrow(ForbiddenError);
  });

  it('knows no workflow that is gone', async () => {
    const nodes = await chosen('safe');
    const gone = workflowIdSchema.parse(crypto.randomUUID());
    expect(await publishSkeleton(ctx, { workflowId: gone, nodes })).toEqual({
      ok: false,
      error: { reason: 'not_found' },
    });
    const other = await bring('other.yaml', TEXT.replace('workflow: orders', 'workflow: other'));
    const elsewhere = await publishSkeleton(ctx, { workflowId: other, nodes });
    expect(elsewhere).toMatchObject({ value: { workflowVersion: null, results: [{ outcome: 'gone' }] } });
  });
});

async function bring(fileName: string, text: string): Promise<WorkflowId> {
  const imported = await importWorkflow(ctx, { fileName, content: Buffer.from(text).toString('base64') });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  return workflowIdSchema.parse(imported.value.workflowId);
}

async function idOf(nodeId: string): Promise<NodeRowId> {
  const { id } = await ctx.db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
  return nodeRowIdSchema.parse(id);
}

async function everyNode(): Promise<{ nodeRowId: NodeRowId; version: number }[]> {
  const rows = await ctx.db.node.findMany({ where: { workflowId }, orderBy: { position: 'asc' } });
  return rows.map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version }));
}

/** The nodes as a person sees them now. */
async function chosen(...nodeIds: string[]): Promise<{ nodeRowId: NodeRowId; version: number }[]> {
  const ids = await Promise.all(nodeIds.map(idOf));
  const all = await everyNode();
  return ids.flatMap((id) => all.filter(({ nodeRowId }) => nodeRowId === id));
}

async function draft(nodes: { nodeRowId: NodeRowId; version: number }[]) {
  const result = await draftSkeleton(ctx, { workflowId, nodes });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

async function publish(nodes: { nodeRowId: NodeRowId; version: number }[], note?: string) {
  const result = await publishSkeleton(ctx, { workflowId, nodes, note });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

function saving(nodeRowId: NodeRowId, document: Parameters<typeof saveDraft>[1]['document']) {
  return { nodeRowId, document, base: {}, baseVersion: 1, revision: 0, replaceEngineRetry: false };
}

async function write(nodeId: string, document: Parameters<typeof saveDraft>[1]['document']) {
  await saveDraft(ctx, saving(await idOf(nodeId), document));
  return { document, revision: 1 };
}

async function publishOwner(nodeId: string): Promise<void> {
  const node = await getNode(ctx, await idOf(nodeId));
  const document = { actions: node?.config.actions, owner: 'order-ops' };
  const published = await publishPolicy(ctx, {
    ...{ nodeRowId: await idOf(nodeId), document, baseVersion: 1, replaceEngineRetry: false },
  });
  if (!published.ok) throw new Error(JSON.stringify(published.error));
}
