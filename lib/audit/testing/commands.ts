import { randomUUID } from 'node:crypto';
import type { Ctx } from '@/lib/accounts/context';
import { kestra } from '@/lib/dialects/kestra';
import { createCycle, deleteCycle, updateCycle } from '@/lib/history/commands';
import { ingestSteps } from '@/lib/history/ingest';
import { pauseRollup, recountHistory } from '@/lib/history/rollup-commands';
import { deleteView, overwriteView, renameView, saveView } from '@/lib/insight/view-commands';
import { type NodeRowId, nodeRowIdSchema, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import { createOwnerGroup, deleteOwnerGroup, updateOwnerGroup } from '@/lib/owners/commands';
import { saveStandard } from '@/lib/owners/standard-commands';
import { policyPart } from '@/lib/policy/document';
import { putSkeleton } from '@/lib/policy/edit';
import { saveDraft } from '@/lib/workflows/drafts';
import { setEngineVersion } from '@/lib/workflows/engine-version-commands';
import { discardRejectedImport, importWorkflow, previewImport } from '@/lib/workflows/import';
import { publishPolicies, publishPolicy } from '@/lib/workflows/publish';
import { discardSkeletonDrafts, draftSkeleton, publishSkeleton } from '@/lib/workflows/skeleton-commands';
import { fromJsonColumn } from '@/lib/workflows/store';
import { restoreVersion } from '@/lib/workflows/versions-commands';
import type { AuditAction } from '../actions';
import { batchCommands } from './batch-commands';
import { bulkCommands } from './bulk-commands';
import { channelCommands } from './channel-commands';
import { deliveryCommands } from './delivery-commands';
import { drillCommands } from './drill-commands';
import { inboxCommands } from './inbox-commands';
import { addPerson, peopleCommands } from './people-commands';
import { sourceCommands } from './source-commands';
import { targetCommands } from './target-commands';

const GONE = '00000000-0000-4000-8000-000000000000';
/** What must never stand in an entry. */
export const PASSWORD = 'correct horse battery';
const SAFE = '{ id: call, kind: http, idempotent: true }';
const TEXT = `format: failpath/v1
workflow: orders
name: Orders
owner: order-ops
nodes:
  - id: charge
    actions: [${SAFE}]
  - id: ship
    actions: [${SAFE}]
`;

const CYCLE = { name: 'Close', firstDay: '2026-01-25', lengthDays: null };
const VIEW = { list: 'nodes' as const, name: 'Night', query: 'q=pay' };
const GROUP = { slug: 'night-crew', name: 'Night', members: [{ name: 'Ann', email: 'ann@example.com' }] };
const STANDARD = { alert: { silence: '1h' } };
const STEP = {
  workflowId: 'orders',
  runId: 'r',
  nodeId: 'charge',
  status: 'failed',
  occurredAt: '2026-11-19T00:00:00Z',
};

/** What a call does, once everything that it needs is there. */
type Act = () => Promise<unknown>;

export interface Audited {
  readonly writes: readonly AuditAction[];
  /** Makes what the command needs; what it returns runs it, and does the same when it failed and is run again. */
  readonly arrange: () => Promise<Act>;
  /** The same command where it changes nothing: it is refused, or there is nothing to do. */
  readonly idle: Act;
}

/**
 * Every exported function of a file of commands: what it writes into the audit, or why it writes nothing. `reset`
 * makes what all of them find: one workflow of two nodes, its owner group, and the account of who acts.
 */
export function auditedCommands(ctx: Ctx): {
  readonly commands: Readonly<Record<string, Audited | { readonly none: string }>>;
  readonly reset: () => Promise<void>;
} {
  let workflowId: WorkflowId;
  let charge: NodeRowId;
  const { id: me, name } = ctx.actor;
  const draft = async () => {
    const { config } = await ctx.db.node.findUniqueOrThrow({ where: { id: charge } });
    const document = policyPart(fromJsonColumn(config));
    return { nodeRowId: charge, document, base: document, baseVersion: 1, replaceEngineRetry: false };
  };
  const publication = async () => {
    const { document, ...rest } = await draft();
    return { ...rest, document: putSkeleton(document) };
  };

  const reset = async () => {
    await clear(ctx);
    await ctx.db.ownerGroup.create({ data: { slug: 'order-ops', name: 'Order operations' } });
    await addPerson(ctx, { id: me, name, role: 'administrator', password: PASSWORD });
    const imported = await importWorkflow(ctx, file(TEXT));
    if (!imported.ok) throw new Error(imported.error.reason);
    workflowId = workflowIdSchema.parse(imported.value.workflowId);
    const row = await ctx.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'charge' } });
    charge = nodeRowIdSchema.parse(row.id);
  };

  const commands = {
    'history/commands#createCycle': {
      writes: ['cycle.create'],
      arrange: async () => () => createCycle(ctx, CYCLE),
      idle: async () => {
        await addCycle(ctx);
        return createCycle(ctx, CYCLE);
      },
    },
    'history/commands#updateCycle': {
      writes: ['cycle.update'],
      arrange: async () => {
        const id = await addCycle(ctx);
        return () => updateCycle(ctx, { ...CYCLE, id, lengthDays: 7 });
      },
      idle: () => updateCycle(ctx, { ...CYCLE, id: GONE }),
    },
    'history/commands#deleteCycle': {
      writes: ['cycle.delete'],
      arrange: async () => {
        const id = await addCycle(ctx);
        return () => deleteCycle(ctx, { id });
      },
      idle: () => deleteCycle(ctx, { id: GONE }),
    },
    'history/ingest#ingestSteps': {
      writes: ['history.ingest'],
      arrange: async () => () => ingestSteps(ctx, { steps: [STEP] }),
      idle: () => ingestSteps(ctx, { steps: [{ ...STEP, source: 'nobody' }] }),
    },
    'history/rollup-commands#pauseRollup': {
      writes: ['history.pause'],
      arrange: async () => {
        const sourceId = await addSource(ctx);
        return () => pauseRollup(ctx, { sourceId, paused: true });
      },
      idle: async () => pauseRollup(ctx, { sourceId: await addSource(ctx), paused: false }),
    },
    'history/rollup-commands#recountHistory': {
      writes: ['history.recount'],
      arrange: async () => {
        const sourceId = await addSource(ctx);
        return () => recountHistory(ctx, { sourceId, after: null });
      },
      idle: () => recountHistory(ctx, { sourceId: GONE, after: null }),
    },
    'insight/view-commands#saveView': {
      writes: ['view.save'],
      arrange: async () => () => saveView(ctx, VIEW),
      idle: async () => {
        await addView(ctx);
        return saveView(ctx, VIEW);
      },
    },
    'insight/view-commands#renameView': {
      writes: ['view.rename'],
      arrange: async () => {
        const id = await addView(ctx);
        return () => renameView(ctx, { id, name: 'Day' });
      },
      idle: () => renameView(ctx, { id: GONE, name: 'Day' }),
    },
    'insight/view-commands#overwriteView': {
      writes: ['view.overwrite'],
      arrange: async () => {
        const id = await addView(ctx);
        return () => overwriteView(ctx, { id, query: 'q=ship' });
      },
      idle: () => overwriteView(ctx, { id: GONE, query: '' }),
    },
    'insight/view-commands#deleteView': {
      writes: ['view.delete'],
      arrange: async () => {
        const id = await addView(ctx);
        return () => deleteView(ctx, { id });
      },
      idle: () => deleteView(ctx, { id: GONE }),
    },
    'owners/commands#createOwnerGroup': {
      writes: ['group.create'],
      arrange: async () => () => createOwnerGroup(ctx, GROUP),
      idle: () => createOwnerGroup(ctx, { ...GROUP, slug: 'order-ops' }),
    },
    'owners/commands#updateOwnerGroup': {
      writes: ['group.update'],
      arrange: async () => {
        const id = await addGroup(ctx);
        return () => updateOwnerGroup(ctx, { ...GROUP, id, name: 'Night crew' });
      },
      idle: () => updateOwnerGroup(ctx, { ...GROUP, id: GONE }),
    },
    'owners/commands#deleteOwnerGroup': {
      writes: ['group.delete'],
      arrange: async () => {
        const id = await addGroup(ctx);
        return () => deleteOwnerGroup(ctx, { id });
      },
      idle: () => deleteOwnerGroup(ctx, { id: GONE }),
    },
    'owners/standard-commands#saveStandard': {
      writes: ['group.standard'],
      arrange: async () => {
        const groupId = await addGroup(ctx);
        return () => saveStandard(ctx, { groupId, document: STANDARD, version: 0 });
      },
      idle: () => saveStandard(ctx, { groupId: GONE, document: STANDARD, version: 0 }),
    },
    'insight/standard-commands#bringInLine': {
      none: 'opens a change to be looked at: nothing holds before it is begun',
    },
    ...drillCommands(ctx, { node: () => charge }),
    ...inboxCommands(ctx, { group: 'order-ops' }),
    ...deliveryCommands(ctx, { group: 'order-ops' }),
    ...channelCommands(ctx, { group: 'order-ops', secret: PASSWORD }),
    ...peopleCommands(ctx, { password: PASSWORD }),
    ...sourceCommands(ctx, { secret: PASSWORD }),
    ...targetCommands(ctx, { secret: PASSWORD }),
    ...batchCommands(ctx, file(TEXT).content),
    ...bulkCommands(ctx, () => charge),
    'workflows/drafts#saveDraft': {
      writes: ['draft.discard'],
      arrange: async () => {
        await saveDraft(ctx, { ...(await draft()), document: { owner: 'order-ops' }, revision: 0 });
        return async () => saveDraft(ctx, { ...(await draft()), revision: 1 });
      },
      // Kept key by key while somebody writes: no entry, since it holds for nobody.
      idle: async () => saveDraft(ctx, { ...(await draft()), document: { owner: 'order-ops' }, revision: 0 }),
    },
    'workflows/drafts#toDraft': { none: 'reads a row' },
    'workflows/import#importWorkflow': {
      writes: ['workflow.import'],
      arrange: async () => () => importWorkflow(ctx, file(TEXT.replace('workflow: orders', 'workflow: other'))),
      idle: () => importWorkflow(ctx, file(TEXT)),
    },
    'workflows/import#previewImport': {
      writes: ['import.keep'],
      arrange: async () => () => previewImport(ctx, file('nodes: [', 'broken.yaml')),
      idle: () => previewImport(ctx, file(TEXT)),
    },
    'workflows/engine-version-commands#setEngineVersion': {
      writes: ['workflow.engine_version'],
      arrange: async () => {
        // No version of the format of the other commands is known to wait otherwise.
        await ctx.db.workflow.update({ where: { id: workflowId }, data: { dialect: 'kestra' } });
        return () => setEngineVersion(ctx, { workflowId, engineVersion: kestra.versions?.at(-1) ?? '' });
      },
      idle: () => setEngineVersion(ctx, { workflowId, engineVersion: 'none of them' }),
    },
    'workflows/import#discardRejectedImport': {
      writes: ['import.discard'],
      arrange: async () => {
        await previewImport(ctx, file('nodes: [', 'broken.yaml'));
        const { id } = await ctx.db.rejectedImport.findFirstOrThrow();
        return () => discardRejectedImport(ctx, { id });
      },
      idle: () => discardRejectedImport(ctx, { id: GONE }),
    },
    'workflows/publish#publishPolicy': {
      writes: ['policy.publish'],
      arrange: async () => async () => publishPolicy(ctx, await publication()),
      idle: async () => publishPolicy(ctx, { ...(await publication()), baseVersion: 9 }),
    },
    'workflows/publish#publishPolicies': {
      writes: ['policy.publish'],
      arrange: async () => async () => publishPolicies(ctx, { workflowId, policies: [await publication()] }),
      idle: async () => publishPolicies(ctx, { workflowId, policies: [await draft()] }),
    },
    'workflows/publish#publishLocked': { none: 'part of those that publish, within their transaction' },
    'workflows/publish#judgePolicy': { none: 'decides, changes nothing' },
    'workflows/publish#stampWaiver': { none: 'decides, changes nothing' },
    'workflows/publish#hasNewWaiver': { none: 'decides, changes nothing' },
    'workflows/publish#owningGroup': { none: 'decides, changes nothing' },
    'workflows/skeleton-commands#draftSkeleton': {
      writes: ['draft.skeleton'],
      arrange: async () => () => draftSkeleton(ctx, { workflowId, nodes: [{ nodeRowId: charge, version: 1 }] }),
      idle: () => draftSkeleton(ctx, { workflowId, nodes: [{ nodeRowId: charge, version: 9 }] }),
    },
    'workflows/skeleton-commands#publishSkeleton': {
      writes: ['policy.skeleton'],
      arrange: async () => () => publishSkeleton(ctx, { workflowId, nodes: [{ nodeRowId: charge, version: 1 }] }),
      idle: () => publishSkeleton(ctx, { workflowId, nodes: [{ nodeRowId: charge, version: 9 }] }),
    },
    'workflows/skeleton-commands#discardSkeletonDrafts': {
      writes: ['draft.discard'],
      arrange: async () => {
        await draftSkeleton(ctx, { workflowId, nodes: [{ nodeRowId: charge, version: 1 }] });
        return () => discardSkeletonDrafts(ctx, { workflowId, nodeRowIds: [charge], at: ctx.now.toISOString() });
      },
      idle: () => discardSkeletonDrafts(ctx, { workflowId, nodeRowIds: [charge], at: ctx.now.toISOString() }),
    },
    'workflows/versions-commands#restoreVersion': {
      writes: ['policy.restore'],
      arrange: async () => {
        await publishPolicy(ctx, await publication());
        return () => restoreVersion(ctx, { workflowId, version: 1, seenVersion: 2, nodeRowIds: [charge] });
      },
      idle: () => restoreVersion(ctx, { workflowId, version: 1, seenVersion: 1, nodeRowIds: [charge] }),
    },
  } as const satisfies Readonly<Record<string, Audited | { readonly none: string }>>;
  return { commands, reset };
}

async function clear({ db }: Ctx): Promise<void> {
  await db.workflow.deleteMany();
  await db.source.deleteMany({ where: { mapping: { isNot: null } } });
  await db.ownerGroup.deleteMany();
  await db.rejectedImport.deleteMany();
  await db.importBatch.deleteMany();
  await db.bulkChange.deleteMany();
  await db.user.deleteMany();
  await db.invitation.deleteMany();
  await db.businessCycle.deleteMany();
  await db.savedView.deleteMany();
  await db.workflowRunStep.deleteMany();
}

function file(text: string, fileName = 'orders.yaml') {
  return { fileName, content: Buffer.from(text).toString('base64') };
}

// What commands find is written past them: they would leave entries of their own.
async function addCycle({ db, now }: Ctx): Promise<string> {
  const data = { ...CYCLE, firstDay: new Date(`${CYCLE.firstDay}T00:00:00Z`), createdBy: 'x', createdAt: now };
  return (await db.businessCycle.create({ data })).id;
}

async function addView({ db, now, actor }: Ctx): Promise<string> {
  return (await db.savedView.create({ data: { ...VIEW, actorId: actor.id, createdAt: now } })).id;
}

async function addGroup({ db }: Ctx): Promise<string> {
  const { members, ...group } = GROUP;
  return (await db.ownerGroup.create({ data: { ...group, members: { create: members } } })).id;
}

async function addSource({ db }: Ctx): Promise<string> {
  const key = `counted-${randomUUID()}`;
  return (await db.source.create({ data: { key, name: 'Counted', kind: 'failpath' } })).id;
}
