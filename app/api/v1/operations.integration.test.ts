import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, routeFile, testPrograms } from '@/app/_server/testing/programs';
import { getMeOperation } from '@/lib/api/account-operations';
import * as drills from '@/lib/api/drill-operations';
import * as groups from '@/lib/api/group-operations';
import * as history from '@/lib/api/history-operations';
import * as nodes from '@/lib/api/node-operations';
import * as running from '@/lib/api/operation-status-operations';
import { OPERATIONS } from '@/lib/api/operations';
import * as workflows from '@/lib/api/workflow-operations';
import { bodyFor, textIn } from './testing/bodies';
import { callCatalogue } from './testing/catalogue-calls';
import { callSources } from './testing/source-calls';
import { callStandards } from './testing/standard-calls';

const TEXT = `format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  - id: charge # the money
    type: http
    actions:
      - { id: charge, kind: third_party, idempotent: true }
  - id: ship
    type: http
`;
const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const { base, program, called } = testPrograms();
let admin: Program;
let editor: Program;
let workflowId: string;
let charge: string;

beforeAll(async () => {
  admin = await program('administrator');
  editor = await program('editor');
  const members = [{ name: 'Ed', email: await emailOf(editor) }];
  expect(
    (await admin.call(groups.createGroupOperation, { body: { slug: 'order-ops', name: 'Orders', members } })).status,
  ).toBe(201);
  const imported = await admin.call(workflows.importWorkflowOperation, {
    body: { fileName: 'orders.yaml', content: TEXT },
  });
  expect(imported.status).toBe(201);
  workflowId = textIn(imported, 'workflowId');
  charge = (await base.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'charge' } })).id;
});

async function emailOf({ ctx }: Program): Promise<string> {
  return (await base.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })).email;
}

const etagOf = async (id = charge) => (await editor.call(nodes.getNodeOperation, { id })).headers.get('ETag') ?? '';
const stored = () =>
  base.db.workflow.findUniqueOrThrow({ where: { id: workflowId }, include: { nodes: true, versions: true } });

describe('workflows', () => {
  it('are listed, read with their nodes, and downloaded as they stand', async () => {
    expect((await editor.call(workflows.listWorkflowsOperation)).json).toMatchObject({
      workflows: [{ id: workflowId, key: 'orders', version: 1, nodes: 2, owner: 'order-ops' }],
    });
    const one = await editor.call(workflows.getWorkflowOperation, { id: workflowId });
    expect(one.headers.get('ETag')).toBe('"1"');
    expect(one.json).toMatchObject({
      nodes: [{ nodeId: 'charge', owner: 'order-ops' }, { nodeId: 'ship' }],
      diagnostics: [],
    });
    const file = await editor.call(workflows.exportWorkflowOperation, { id: workflowId });
    expect(file.text).toBe(TEXT);
    const again = await editor.call(workflows.exportWorkflowOperation, {
      id: workflowId,
      headers: { 'If-None-Match': file.headers.get('ETag') ?? '' },
    });
    expect(again.status).toBe(304);
    const all = await editor.call(workflows.exportWorkflowsOperation);
    expect(all.headers.get('Content-Type')).toBe('application/zip');
    expect(all.headers.get('Content-Disposition')).toMatch(/filename="failpath-workflows-\d{4}-\d\d-\d\d\.zip"/);
    expect(all.text).toContain('orders.yaml');
  });

  it('are previewed and replaced only at the version that was seen', async () => {
    const body = { fileName: 'orders.yaml', content: `${TEXT}    note: new\n` };
    const preview = await editor.call(workflows.previewImportOperation, { body });
    expect(preview.json).toMatchObject({ kind: 'replaces', workflowId, version: 1, otherwiseChanged: ['ship'] });
    expect(await editor.call(workflows.importWorkflowOperation, { body })).toMatchObject({
      status: 409,
      json: { code: 'exists', workflowId, version: 1 },
    });
    const query = { replace: workflowId };
    expect((await editor.call(workflows.importWorkflowOperation, { body, query })).status).toBe(428);
    const stale = await editor.call(workflows.importWorkflowOperation, { body, query, headers: { 'If-Match': '"9"' } });
    expect(stale.status).toBe(412);
    expect((await stored()).text).toBe(TEXT);
    const replaced = await editor.call(workflows.importWorkflowOperation, {
      body,
      query,
      headers: { 'If-Match': '"1"' },
    });
    expect(replaced).toMatchObject({ status: 201, json: { workflowId, changed: true } });
    const same = await editor.call(workflows.importWorkflowOperation, {
      body: { ...body, content: Buffer.from(body.content).toString('base64'), encoding: 'base64' },
    });
    expect(same).toMatchObject({ status: 200, json: { workflowId, changed: false } });
  });

  it('that cannot be read are refused with the reasons', async () => {
    const body = { fileName: 'x.yaml', content: 'format: failpath/v1\nworkflow: [' };
    const refused = await editor.call(workflows.importWorkflowOperation, { body });
    expect(refused).toMatchObject({ status: 422, json: { code: 'unreadable', file: 'definition' } });
  });
});

describe('policies', () => {
  it('are read with their version as entity tag', async () => {
    const policy = await editor.call(nodes.getPolicyOperation, { id: charge });
    expect(policy.headers.get('ETag')).toBe('"1"');
    expect(policy.json).toMatchObject({
      nodeId: 'charge',
      version: 1,
      document: { actions: [{ id: 'charge' }] },
      valid: true,
    });
  });

  it('are judged without being published', async () => {
    const wrong = { retry: { ...RETRY, maxAttempts: 0 }, owner: 'nobody-made-it' };
    const judged = await editor.call(nodes.validatePolicyOperation, { id: charge, body: { document: wrong } });
    expect(judged.json).toMatchObject({ valid: false });
    expect(judged.text).toContain('max_attempts_range');
    const right = { retry: RETRY, actions: [{ id: 'charge', kind: 'third_party', idempotent: true }] };
    const held = await editor.call(nodes.validatePolicyOperation, { id: charge, body: { document: right } });
    expect(held.json).toMatchObject({ valid: true, losses: [] });
    expect((await stored()).version).toBe(2);
  });

  it('with a stale If-Match answer 412 and nothing changes; without one 428', async () => {
    const before = await stored();
    const body = { document: { retry: RETRY, actions: [{ id: 'charge', kind: 'third_party', idempotent: true }] } };
    expect(await editor.call(nodes.publishPolicyOperation, { id: charge, body })).toMatchObject({
      status: 428,
      json: { code: 'precondition_required' },
    });
    for (const tag of ['"7"', 'W/"1"', '*', '"1", "2"']) {
      const stale = await editor.call(nodes.publishPolicyOperation, { id: charge, body, headers: { 'If-Match': tag } });
      expect(stale, tag).toMatchObject({ status: 412, json: { code: 'precondition_failed' } });
    }
    expect(await stored()).toEqual(before);
  });

  it('are published on the version that was seen, once; the same again changes nothing', async () => {
    const headers = { 'If-Match': await etagOf() };
    const document = { retry: RETRY, actions: [{ id: 'charge', kind: 'third_party', idempotent: true }] };
    const body = { document, note: 'from a pipeline' };
    const published = await editor.call(nodes.publishPolicyOperation, { id: charge, body, headers });
    expect(published).toMatchObject({
      status: 200,
      json: { changed: true, nodeVersion: 2, workflowVersion: 3, losses: [] },
    });
    expect(published.headers.get('ETag')).toBe('"2"');
    expect((await stored()).text).toContain('maxAttempts: 3');
    const late = await editor.call(nodes.publishPolicyOperation, { id: charge, body: { document: {} }, headers });
    expect(late).toMatchObject({ status: 412, json: { code: 'precondition_failed', version: 2, published: document } });
    const again = await editor.call(nodes.publishPolicyOperation, { id: charge, body, headers: { 'If-Match': '"2"' } });
    expect(again.json).toMatchObject({ changed: false, nodeVersion: 2, workflowVersion: null });
  });

  it('that do not hold are refused with their diagnostics; those of another group with 403', async () => {
    const headers = { 'If-Match': await etagOf() };
    const body = { document: { retry: { ...RETRY, initialInterval: '5 parsecs' } } };
    const refused = await editor.call(nodes.publishPolicyOperation, { id: charge, body, headers });
    expect(refused).toMatchObject({
      status: 422,
      json: { code: 'policy_invalid', diagnostics: [{ code: 'duration' }] },
    });
    const stranger = await program('editor');
    const foreign = await stranger.call(nodes.publishPolicyOperation, { id: charge, body: { document: {} }, headers });
    expect(foreign).toMatchObject({ status: 403, json: { code: 'not_owner', owner: 'order-ops' } });
  });
});

describe('drafts', () => {
  it('are begun, kept on the revision that was seen, and thrown away', async () => {
    const body = { document: { retry: { maxAttempts: 'many' } }, baseVersion: 2 };
    expect((await editor.call(nodes.getDraftOperation, { id: charge })).status).toBe(404);
    expect((await editor.call(nodes.saveDraftOperation, { id: charge, body })).status).toBe(428);
    const begun = await editor.call(nodes.saveDraftOperation, { id: charge, body, headers: { 'If-None-Match': '*' } });
    expect(begun).toMatchObject({ status: 200, json: { revision: 1, nodeVersion: 2 } });
    const twice = await editor.call(nodes.saveDraftOperation, { id: charge, body, headers: { 'If-None-Match': '*' } });
    expect(twice).toMatchObject({ status: 412, json: { revision: 1 } });
    const next = await editor.call(nodes.saveDraftOperation, { id: charge, body, headers: { 'If-Match': '"1"' } });
    expect(next.headers.get('ETag')).toBe('"2"');
    expect((await editor.call(nodes.getDraftOperation, { id: charge })).json).toMatchObject({ revision: 2, ...body });
    expect(
      (await editor.call(nodes.discardDraftOperation, { id: charge, headers: { 'If-Match': '"1"' } })).status,
    ).toBe(412);
    expect(
      (await editor.call(nodes.discardDraftOperation, { id: charge, headers: { 'If-Match': '"2"' } })).status,
    ).toBe(204);
    const gone = await editor.call(nodes.saveDraftOperation, { id: charge, body, headers: { 'If-Match': '"2"' } });
    expect(gone.status).toBe(412);
  });
});

describe('run steps, nodes and failures', () => {
  it('come in and stand in the figures', async () => {
    const step = {
      workflowId: 'orders',
      nodeId: 'charge',
      status: 'failed',
      errorCode: 'timeout',
      occurredAt: new Date().toISOString(),
    };
    const steps = [
      { ...step, runId: 'r1' },
      { ...step, runId: 'r2' },
      { ...step, runId: '' },
    ];
    const taken = await editor.call(history.ingestStepsOperation, { body: { steps } });
    expect(taken).toMatchObject({
      status: 200,
      json: {
        accepted: 2,
        updated: 0,
        duplicates: 0,
        rejected: 1,
        errors: [{ index: 2, path: 'runId', code: 'too_small' }],
      },
    });
    const failures = await editor.call(history.listFailuresOperation, { query: { period: '7' } });
    expect(failures.json).toMatchObject({
      matches: 1,
      failures: [
        {
          nodeId: 'charge',
          errorCode: 'timeout',
          failures: 2,
          workflows: [{ workflowId, class: 'transient', owner: 'order-ops' }],
        },
      ],
    });
    const list = await editor.call(nodes.listNodesOperation, { query: { show: 'failing', workflow: workflowId } });
    expect(list.json).toMatchObject({
      page: 1,
      pages: 1,
      matches: 1,
      nodes: [{ id: charge, failures: 2, owner: 'order-ops' }],
    });
    expect((await editor.call(history.listUnclassifiedOperation)).json).toMatchObject({ matches: 0, codes: [] });
    expect((await editor.call(history.listFindingsOperation)).json).toMatchObject({ findings: [], next: null });
  });

  it('say what of the question does not hold', async () => {
    const wrong = { period: '1', workflow: 'nowhere', owner: 'nobody' };
    expect((await editor.call(history.listFailuresOperation, { query: wrong })).json).toMatchObject({
      code: 'invalid',
      errors: [
        { path: 'period', code: 'unreadable' },
        { path: 'workflow', code: 'unknown' },
        { path: 'owner', code: 'unknown' },
      ],
    });
    const asked = { show: 'everything', sort: 'mood', page: '0', workflow: UNKNOWN, colour: 'red' };
    for (const [path, value] of Object.entries(asked))
      expect(await editor.call(nodes.listNodesOperation, { query: { [path]: value } }), path).toMatchObject({
        status: 400,
        json: { code: 'invalid', errors: [{ path }] },
      });
  });
});

describe('owner groups', () => {
  it('are made, read, changed and removed by administrators', async () => {
    const body = { slug: 'night', name: 'Night', members: [{ name: 'Bo', email: 'bo@example.com' }] };
    const made = await admin.call(groups.createGroupOperation, { body });
    const id = textIn(made, 'id');
    expect(made.headers.get('Location')).toBe(`/api/v1/owner-groups/${id}`);
    expect((await editor.call(groups.getGroupOperation, { id })).json).toEqual({
      ...{ id, ...body, uses: 0 },
      ...{ timeZone: 'UTC', language: 'en' },
    });
    expect(await admin.call(groups.createGroupOperation, { body })).toMatchObject({
      status: 409,
      json: { code: 'slug_taken' },
    });
    const renamed = { ...body, name: 'Nights' };
    expect((await editor.call(groups.updateGroupOperation, { id, body: renamed })).status).toBe(403);
    expect((await admin.call(groups.updateGroupOperation, { id, body: renamed })).status).toBe(200);
    expect((await editor.call(groups.listGroupsOperation)).json).toMatchObject({
      groups: [{ name: 'Nights' }, { slug: 'order-ops' }],
    });
    expect(
      await admin.call(groups.createGroupOperation, { body: { ...body, slug: 'NO', colour: 'red' } }),
    ).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'slug', code: 'owner_slug_shape' }] },
    });
    expect((await admin.call(groups.deleteGroupOperation, { id })).status).toBe(204);
    expect((await admin.call(groups.deleteGroupOperation, { id })).status).toBe(404);
  });
});

it('standards of groups are written against the version that was seen, and are what nodes are listed by', async () => {
  await callStandards({ db: base.db, editor, stranger: await program('editor') });
});

describe('drills', () => {
  it('are started on what is published, read as they stand, and stopped', async () => {
    const body = { drills: [{ drill: 2, fault: 'http_503' }] };
    const asked = { id: charge, body };
    const started = await editor.call(drills.startDrillsOperation, asked);
    expect(started.status).toBe(201);
    const id = textIn(started, 'id');
    expect(started.headers.get('Location')).toBe(`/api/v1/drills/${id}`);
    expect(await editor.call(drills.startDrillsOperation, asked)).toMatchObject({
      status: 409,
      json: { code: 'running', runId: id },
    });
    expect((await editor.call(drills.getDrillRunOperation, { id })).json).toMatchObject({
      ...{ id, state: 'queued', problem: null, runner: 'builtin', channels: 'capture', clock: 'shortened' },
      ...{ node: { id: charge, nodeId: 'charge' }, recipient: 'order-ops', target: 'sandbox', endedAt: null },
      trials: [{ drill: 2, round: 1, fault: 'http_503', state: 'planned', observations: [] }],
    });
    const stranger = await program('editor');
    expect(await stranger.call(drills.stopDrillRunOperation, { id })).toMatchObject({
      status: 403,
      json: { code: 'not_yours', owner: 'order-ops' },
    });
    expect((await editor.call(drills.stopDrillRunOperation, { id })).status).toBe(204);
    expect((await editor.call(drills.getDrillRunOperation, { id })).json).toMatchObject({
      ...{ state: 'aborted', problem: 'stopped' },
    });
    expect(await editor.call(drills.stopDrillRunOperation, { id })).toMatchObject({
      status: 409,
      json: { code: 'ended' },
    });
  });

  it('say what of the question does not hold, and need their scope', async () => {
    const asked = (body: object) => editor.call(drills.startDrillsOperation, { id: charge, body });
    const one = [{ drill: 3, fault: 'http_401' }];
    expect(await asked({ drills: [{ drill: 3, fault: 'http_503' }] })).toMatchObject({
      status: 400,
      json: { code: 'invalid', errors: [{ path: 'drills.0.fault', code: 'fault_of_other_drill' }] },
    });
    expect(await asked({ drills: one, runner: 'webhook' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'targetId', code: 'target_missing' }, { path: 'clock' }] },
    });
    const target = { runner: 'webhook', clock: 'real', targetId: UNKNOWN };
    expect(await asked({ drills: one, ...target })).toMatchObject({ status: 422, json: { code: 'target_not_found' } });
    const other = await program('administrator', ['read', 'policy']);
    const refused = await other.call(drills.startDrillsOperation, { id: charge, body: { drills: one } });
    expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  });
});

it('codes are added to the catalogue, changed as they were seen, and taken away', async () => {
  await callCatalogue({ admin, editor });
});

it('sources are listed and read without their addresses, and counted again', async () => {
  await callSources({ db: base.db, admin, editor });
});

describe('every operation', () => {
  it('says who asks', async () => {
    expect((await editor.call(getMeOperation)).json).toMatchObject({
      role: 'editor',
      groups: ['order-ops'],
      via: 'token',
      token: {
        scopes: ['read', 'import', 'policy', 'catalogue', 'groups', 'history', 'drills', 'operations', 'sources'],
      },
    });
  });

  it.each([running.getOperationsOperation, running.getMetricsOperation])('$id: for administrators', async (each) => {
    expect([(await admin.call(each)).status, (await editor.call(each)).status]).toEqual([200, 403]);
  });

  it.each(
    OPERATIONS.filter(({ path }) => path.includes('{id}')).map((operation) => [operation.id, operation] as const),
  )('%s: an id of nothing and what is no id answer alike', async (_, operation) => {
    const asked = {
      body: bodyFor(operation.id),
      ...('precondition' in operation && { headers: { 'If-Match': '"1"' } }),
    };
    for (const id of [UNKNOWN, 'no-id', "x' or 1=1"]) {
      const { status, json } = await admin.call(operation, { ...asked, id });
      expect({ status, json }, id).toMatchObject({ status: 404, json: { code: 'not_found', status: 404 } });
    }
  });

  afterAll(() => {
    expect(
      OPERATIONS.map(({ id }) => id).filter((id) => !called.has(id)),
      'operations that no test calls',
    ).toEqual([]);
  });

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s has a route', (_, operation) => {
    expect(existsSync(routeFile(operation))).toBe(true);
  });
});
