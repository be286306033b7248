import { describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { kestra } from '@/lib/dialects/kestra';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { setEngineVersion } from './engine-version-commands';
import { importWorkflow } from './import';
import { previewNode } from './preview';
import { publishPolicy } from './publish';
import { exportWorkflow, getWorkflow } from './queries';
import { fromJsonColumn } from './store';

const ctx = testContext();

const ARGO = `# nightly
apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  name: nightly
spec:
  entrypoint: main
  templates:
  - name: main
    steps:
    - - name: load # first
        template: call
    - - name: store
        template: call
    - - name: report
        template: other
  - name: call # the only way out
    http:
      url: https://erp.example/v1
  - name: other
    container: { image: busybox }
`;
const SERVERLESS = `document:
  dsl: '1.0.3'
  namespace: acme
  name: orders
  version: '0.1.0'
use:
  retries:
    usual:
      delay: PT3S
      backoff: { constant: {} }
      limit: { attempt: { count: 2 } }
do:
- first:
    try:
    - callFirst:
        call: http
        with: { method: get, endpoint: https://erp.example/v1 }
        metadata:
          failpath: { owner: night-crew }
    catch:
      retry: usual
- second:
    try:
    - callSecond:
        call: http
        with: { method: get, endpoint: https://erp.example/v2 }
        metadata:
          failpath: { owner: order-ops }
    catch:
      retry: usual
`;
const KESTRA = `id: daily
namespace: acme
tasks:
  - id: load
    type: io.kestra.plugin.core.http.Request
    uri: https://erp.example/v1
`;
const RETRY = {
  retry: { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', multiplier: 2 },
} satisfies JsonObject;

async function brought(fileName: string, text: string) {
  const imported = await importWorkflow(ctx, { fileName, content: Buffer.from(text).toString('base64') });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  const workflowId = workflowIdSchema.parse(imported.value.workflowId);
  const rows = await ctx.db.node.findMany({ where: { workflowId } });
  return {
    workflowId,
    row: (nodeId: string) => {
      const row = rows.find((each) => each.nodeId === nodeId);
      if (!row) throw new Error(`${nodeId} is none of ${rows.map((each) => each.nodeId).join(', ')}`);
      return { ...row, rowId: nodeRowIdSchema.parse(row.id) };
    },
    now: async (nodeId: string) => {
      const { config, version } = await ctx.db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
      return { policy: policyPart(fromJsonColumn(config)), version };
    },
    text: async () => (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '',
  };
}

const asked = { replaceEngineRetry: true, text: null, held: null };

describe('a template of Argo that two steps run', () => {
  it('is said before; all that run it change, and each tells of it', async () => {
    const { workflowId, row, now, text } = await brought('nightly.yaml', ARGO);
    const { rowId, version } = row('load');
    const preview = await previewNode(ctx, { ...asked, nodeRowId: rowId, document: RETRY });
    expect(preview?.shared).toEqual({ name: 'call', nodes: ['store'], workflows: [], copyable: true });
    expect(preview?.write?.schedules).toBeNull();

    const published = await publishPolicy(ctx, {
      ...{ nodeRowId: rowId, document: RETRY, baseVersion: version, replaceEngineRetry: true },
    });
    expect(published).toMatchObject({ ok: true });
    expect(await now('store')).toMatchObject({ policy: { retry: { maxAttempts: 4 } }, version: 2 });
    expect(await now('report')).toMatchObject({ policy: {}, version: 1 });
    expect(await text()).toContain('- name: call # the only way out\n');
    expect((await text()).match(/retryStrategy:/g)).toHaveLength(1);
    const entry = await ctx.db.auditEntry.findFirstOrThrow({
      where: { action: 'policy.publish', subjectId: workflowId },
    });
    expect(JSON.stringify(entry.after)).toContain('"store"');
  });

  it('is copied for one of them, whose lines are shown first', async () => {
    const { row, now, text } = await brought('copied.yaml', ARGO.replaceAll('nightly', 'copied'));
    const { rowId, version } = row('store');
    const input = { ...asked, nodeRowId: rowId, document: RETRY };
    const preview = await previewNode(ctx, { ...input, copyShared: true });
    const lines = preview?.write?.files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines)) ?? [];
    expect(lines.some((line) => line.startsWith('-') && line.includes('template: call'))).toBe(true);

    const published = await publishPolicy(ctx, {
      ...{ nodeRowId: rowId, document: RETRY, baseVersion: version, replaceEngineRetry: true, copyShared: true },
    });
    expect(published).toMatchObject({ ok: true });
    expect(await now('load')).toEqual({ policy: policyPart(fromJsonColumn(row('load').config)), version: 1 });
    expect(await now('store')).toMatchObject({ policy: { retry: { maxAttempts: 4 } } });
    expect((await text()).match(/https:\/\/erp.example\/v1/g)).toHaveLength(2);
  });
});

describe('a retry of Serverless Workflow that tasks of two groups share', () => {
  it('is not changed by members of one of them alone; a copy is', async () => {
    await ctx.db.ownerGroup.create({ data: { slug: 'order-ops', name: 'Order operations' } });
    await ctx.db.ownerGroup.create({ data: { slug: 'night-crew', name: 'Night' } });
    const { row, text } = await brought('orders.sw.yaml', SERVERLESS);
    const member: Ctx = { ...ctx, actor: { ...ctx.actor, id: 'ann', role: 'editor', groups: ['order-ops'] } };
    const { rowId, version } = row('callSecond');
    const document = { owner: 'order-ops', ...RETRY, retry: { ...RETRY.retry, retryOn: ['*'] } };
    const change = { nodeRowId: rowId, document, baseVersion: version, replaceEngineRetry: true };
    const preview = await previewNode(ctx, { ...asked, nodeRowId: rowId, document });
    expect(preview?.shared).toMatchObject({ name: 'usual', nodes: ['callFirst'], copyable: true });
    expect(await publishPolicy(member, change)).toMatchObject({
      ok: false,
      error: { reason: 'shared_not_owner', owner: 'night-crew', nodes: ['callFirst'] },
    });
    expect(await text()).toBe(SERVERLESS);
    expect(await publishPolicy(member, { ...change, copyShared: true })).toMatchObject({ ok: true });
    expect(await text()).toContain('delay: PT3S');
  });
});

describe('the version of an engine', () => {
  it('decides what is said of its waits, and has to be one that is known', async () => {
    const { workflowId, row } = await brought('daily.yaml', KESTRA);
    const { rowId, version } = row('load');
    const document = { ...RETRY, retry: { ...RETRY.retry, retryOn: ['*'] } };
    const change = { nodeRowId: rowId, document, baseVersion: version, replaceEngineRetry: false };
    expect(await publishPolicy(ctx, change)).toMatchObject({ ok: true });
    expect((await getWorkflow(ctx, workflowId))?.schedules).toEqual([]);

    const oldest = kestra.versions?.at(-1) ?? '';
    expect(await setEngineVersion(ctx, { workflowId, engineVersion: oldest })).toEqual({ ok: true, value: null });
    const older = await getWorkflow(ctx, workflowId);
    expect(older?.schedules).toMatchObject([{ nodeId: 'load', engine: { waits: [{ min: 0, max: 0 }, {}, {}] } }]);
    expect(older?.losses.some(({ exactness }) => exactness === 'approximate')).toBe(true);

    const unknown = await setEngineVersion(ctx, { workflowId, engineVersion: '99' });
    expect(unknown).toEqual({ ok: false, error: { reason: 'version_unknown', known: kestra.versions } });
  });
});
