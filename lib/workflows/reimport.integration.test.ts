import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { type ImportPreview, importWorkflow, previewImport } from './import';
import { publishPolicy } from './publish';
import { importSchema } from './schema';
import { fromJsonColumn } from './store';

const V1 = `format: failpath/v1
workflow: orders
name: Orders
nodes:
  - id: charge
    type: http
    owner: payments
    actions: [{ id: pay, kind: http, idempotent: true }]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
  - id: ship
    type: http
    owner: warehouse
  - id: thank
    type: http
`;
const FASTER = V1.replace('maxAttempts: 3', 'maxAttempts: 7');

const ctx = testContext();
const editor = (...groups: string[]): Ctx => {
  const actor: Actor = { id: 'e', name: 'Ed', role: 'editor', groups, via: 'session' };
  return { db: ctx.db, now: ctx.now, actor };
};

beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  for (const slug of ['payments', 'warehouse', 'night-crew'])
    await ctx.db.ownerGroup.create({ data: { slug, name: slug } });
  expect(await importWorkflow(ctx, file(V1))).toMatchObject({ ok: true });
});

const file = (text: string, more: object = {}) =>
  importSchema.parse({ fileName: 'orders.yaml', content: Buffer.from(text).toString('base64'), ...more });
const nodeOf = (nodeId: string) => ctx.db.node.findFirstOrThrow({ where: { nodeId } });
const policyOf = async (nodeId: string) => policyPart(fromJsonColumn((await nodeOf(nodeId)).config));
const workflow = () => ctx.db.workflow.findFirstOrThrow({ where: { key: 'orders' } });

async function publish(nodeId: string, change: JsonObject) {
  const { id, version } = await nodeOf(nodeId);
  const document = { ...(await policyOf(nodeId)), ...change };
  const input = { nodeRowId: nodeRowIdSchema.parse(id), document, baseVersion: version, replaceEngineRetry: false };
  expect(await publishPolicy(ctx, { ...input, note: '' })).toMatchObject({ ok: true });
}

async function bring(text: string, more: object = {}, as: Ctx = ctx) {
  const { id: workflowId, version } = await workflow();
  return importWorkflow(as, file(text, { replace: { workflowId, version }, ...more }));
}

async function preview(text: string, more: object = {}): Promise<Extract<ImportPreview, { kind: 'replaces' }>> {
  const result = await previewImport(ctx, file(text, more));
  if (!result.ok || result.value.kind !== 'replaces') throw new Error(JSON.stringify(result));
  return result.value;
}

const lastAudit = () => ctx.db.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('published here, changed there', () => {
  it('brings both, shows the lines before, and counts in the audit what was kept and taken', async () => {
    await publish('charge', { owner: 'night-crew' });
    const seen = await preview(FASTER);
    expect(seen).toMatchObject({
      policyChanged: ['charge'],
      merge: {
        ...{ kind: 'merged', since: { version: 1 }, nothingNew: false, conflicts: [] },
        changes: [{ nodeId: 'charge', kept: ['owner'], taken: ['retry'] }],
      },
    });
    const lines = seen.lines?.files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines)) ?? [];
    expect(lines.filter((line) => /^[+-]/.test(line))).toEqual([
      '-    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }',
      '+    retry: { maxAttempts: 7, backoff: fixed, initialInterval: 5s, maxInterval: 5s }',
    ]);
    expect(await bring(FASTER)).toMatchObject({ ok: true });
    expect(await policyOf('charge')).toMatchObject({ owner: 'night-crew', retry: { maxAttempts: 7 } });
    expect(await workflow()).toMatchObject({
      version: 3,
      text: FASTER.replace('owner: payments', 'owner: night-crew'),
    });
    expect((await lastAudit()).after).toMatchObject({ merge: { since: 1, kept: 1, taken: 1, decided: [] } });
  });

  it('holds the next file against the one that was brought, not against what became of it', async () => {
    await publish('charge', { owner: 'night-crew' });
    await bring(FASTER);
    const again = FASTER.replace('maxAttempts: 7', 'maxAttempts: 9');
    expect((await preview(again)).merge).toMatchObject({ since: { version: 3 }, conflicts: [] });
    expect(await bring(again)).toMatchObject({ ok: true });
    expect(await policyOf('charge')).toMatchObject({ owner: 'night-crew', retry: { maxAttempts: 9 } });
    expect((await preview(again)).merge).toMatchObject({ nothingNew: true });
    expect(await bring(again)).toMatchObject({ error: { reason: 'same' } });
  });

  it('replaces without merging when that is asked for', async () => {
    await publish('charge', { owner: 'night-crew' });
    expect(await preview(FASTER, { merge: false })).toMatchObject({ merge: { kind: 'off' } });
    expect(await bring(FASTER, { merge: false })).toMatchObject({ ok: true });
    expect(await workflow()).toMatchObject({ text: FASTER });
    expect((await lastAudit()).after).toMatchObject({ merge: 'replaced' });
    expect((await preview(V1)).merge).toMatchObject({ kind: 'merged', since: { version: 3 }, changes: [] });
  });

  it('replaces where nobody knows which file was brought last, and says so', async () => {
    await publish('charge', { owner: 'night-crew' });
    await ctx.db.workflowVersion.updateMany({ data: { imported: false } });
    expect(await preview(FASTER)).toMatchObject({ merge: { kind: 'no_base' } });
    expect(await bring(FASTER)).toMatchObject({ ok: true });
    expect(await workflow()).toMatchObject({ text: FASTER });
  });
});

it('finds the imports of before in the audit when a database is brought up to date', async () => {
  await publish('charge', { owner: 'night-crew' });
  await bring(FASTER);
  await publish('charge', { owner: 'payments' });
  const imports = async () => {
    const rows = await ctx.db.workflowVersion.findMany({ where: { imported: true }, orderBy: { version: 'asc' } });
    return rows.map(({ version }) => version);
  };
  await ctx.db.workflowVersion.updateMany({ data: { imported: false } });
  expect(await imports()).toEqual([]);
  const sql = readFileSync('prisma/migrations/20261130165733_reimport_base/migration.sql', 'utf8');
  for (const statement of sql.split(';').filter((each) => each.includes('UPDATE')))
    await ctx.db.$executeRawUnsafe(statement);
  expect(await imports()).toEqual([1, 3]);
});

describe('a conflict', () => {
  const tries = (maxAttempts: number) => ({
    retry: { maxAttempts, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' },
  });

  it('refuses the import until each of its nodes is decided, and then does that', async () => {
    await publish('charge', tries(5));
    await publish('ship', { alert: { silence: '1h' } });
    const theirs = FASTER.replace('owner: warehouse', 'owner: warehouse\n    alert: { silence: 2h }');
    const refused = await bring(theirs);
    expect(refused).toMatchObject({
      error: {
        ...{ reason: 'conflicts', nodes: ['charge', 'ship'] },
        conflicts: [{ kind: 'policy', keys: ['retry'], base: {}, ours: {}, theirs: {} }, { keys: ['alert'] }],
      },
    });
    const half = [{ nodeId: 'charge', side: 'ours' }];
    expect(await bring(theirs, { choices: half })).toMatchObject({ error: { reason: 'conflicts', nodes: ['ship'] } });
    const choices = [...half, { nodeId: 'ship', side: 'theirs' }];
    expect(await preview(theirs, { choices })).toMatchObject({ merge: { nothingNew: false }, policyChanged: ['ship'] });
    expect(await bring(theirs, { choices })).toMatchObject({ ok: true });
    expect(await policyOf('charge')).toMatchObject(tries(5));
    expect(await policyOf('ship')).toMatchObject({ alert: { silence: '2h' } });
    expect((await lastAudit()).after).toMatchObject({
      merge: {
        decided: [
          { id: 'charge', side: 'ours' },
          { id: 'ship', side: 'theirs' },
        ],
      },
    });
  });

  it('is judged again under the lock: what was decided for another version decides nothing', async () => {
    await publish('charge', tries(5));
    const { id: workflowId, version } = await workflow();
    await publish('charge', tries(6));
    const choices = [{ nodeId: 'charge', side: 'theirs' }];
    const stale = await importWorkflow(ctx, file(FASTER, { replace: { workflowId, version }, choices }));
    expect(stale).toMatchObject({ error: { reason: 'changed_meanwhile' } });
    expect(await policyOf('charge')).toMatchObject(tries(6));
  });

  it('is not decided where there is none', async () => {
    await publish('charge', tries(5));
    const choices = [
      { nodeId: 'charge', side: 'ours' },
      { nodeId: 'thank', side: 'ours' },
    ];
    expect(await bring(FASTER, { choices })).toMatchObject({ error: { reason: 'choices_unknown', nodes: ['thank'] } });
  });

  it('of a node that goes loses its policy only when somebody says so', async () => {
    await publish('thank', { alert: { silence: '1h' } });
    const without = V1.replace(/ {2}- id: thank[\s\S]*$/, '');
    expect(await bring(without)).toMatchObject({
      error: { reason: 'conflicts', conflicts: [{ kind: 'removed', sides: ['theirs'] }] },
    });
    expect(await bring(without, { choices: [{ nodeId: 'thank', side: 'ours' }] })).toMatchObject({
      error: { reason: 'conflicts' },
    });
    expect(await bring(without, { choices: [{ nodeId: 'thank', side: 'theirs' }] })).toMatchObject({ ok: true });
    expect(await ctx.db.node.count()).toBe(2);
  });

  it('changes nothing for a group that one is no member of when ours is kept', async () => {
    await publish('charge', tries(5));
    const theirs = FASTER.replace('- id: thank\n', '- id: thank\n    name: Thank them\n');
    const side = (side: 'ours' | 'theirs') => ({ choices: [{ nodeId: 'charge', side }] });
    const outsider = editor('warehouse');
    expect(await bring(theirs, side('theirs'), outsider)).toMatchObject({
      error: { reason: 'not_owner', nodes: ['charge'] },
    });
    expect(await bring(theirs, side('ours'), outsider)).toMatchObject({ ok: true });
    expect(await policyOf('charge')).toMatchObject(tries(5));
    expect(await nodeOf('thank')).toMatchObject({ name: 'Thank them' });
    expect(await bring(V1, side('theirs'), editor('payments'))).toMatchObject({ ok: true });
  });
});
