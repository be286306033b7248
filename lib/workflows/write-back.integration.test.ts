import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withDatabase } from '@/lib/db/connection';
import type { NodeRowId } from '@/lib/model/ids';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { setAt, valueAt } from '@/lib/policy/edit';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { seal } from '@/lib/secrets/seal';
import type { JsonObject } from '@/lib/shared/json';
import type { RawDefinition } from '@/lib/sources/attempt';
import type { DefinitionRow } from '@/lib/sources/preset';
import { type SourceMapping, sourceMappingSchema } from '@/lib/sources/schema';
import { definitionsStatement, readDefinitionRow } from '@/lib/sources/statements';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { saveDraft } from './drafts';
import { publishPolicy } from './publish';
import { fromJsonColumn } from './store';
import { syncDefinitions } from './sync';

const ctx = testContext();
const DRAFT = 'b0000000-0000-0000-0000-000000000001';
const HTTP = '1700000000001';
const LLM = '1700000000002';
let sourceId: string;
let graph: string;

const platform = (name: string) => readFileSync(path.resolve('testdata/platforms', `${name}.sql`), 'utf8');
const mapping = (of: string, schema: string): SourceMapping =>
  sourceMappingSchema.parse({ kind: 'preset', platform: of, schema });

async function connectSource(of: string, schema: string, sealed: string | null = null): Promise<string> {
  const data = { key: of, name: `Our ${of}`, kind: of };
  const { id } = await ctx.db.source.create({ data });
  await ctx.db.sourceMapping.create({
    data: { sourceId: id, mapping: mapping(of, schema), sealed, createdBy: 'ann', updatedBy: 'ann' },
  });
  return id;
}

async function definitionsOf(of: string, schema: string): Promise<RawDefinition[]> {
  const statement = definitionsStatement(mapping(of, schema));
  const rows = await ctx.db.$queryRawUnsafe<DefinitionRow[]>(statement?.text ?? '', ...(statement?.values ?? []));
  return rows.flatMap((row) => readDefinitionRow(mapping(of, schema), row) ?? []);
}

async function sync(of: string, schema: string): Promise<void> {
  const report = await syncDefinitions(ctx.db, sourceId, await definitionsOf(of, schema), {
    ...{ now: ctx.now, complete: true },
  });
  expect(report).toMatchObject({ unreadable: [], gone: [] });
  expect(await ctx.db.node.count()).toBeGreaterThan(0);
}

const rowOf = (nodeId: string) =>
  ctx.db.node.findFirstOrThrow({ where: { nodeId }, include: { draft: true, workflow: true } });
const rowIdOf = async (nodeId: string): Promise<NodeRowId> => nodeRowIdSchema.parse((await rowOf(nodeId)).id);

const POLICY: JsonObject = {
  actions: [{ id: 'http', kind: 'http', idempotent: true }],
  retry: { maxAttempts: 4, backoff: 'exponential', initialInterval: '2s', maxInterval: '1m', retryOn: ['timeout'] },
  onExhausted: { action: 'manual' },
};

async function draftAndPublish(nodeId: string, document: JsonObject = POLICY) {
  const { id, version, config } = await rowOf(nodeId);
  const nodeRowId = nodeRowIdSchema.parse(id);
  const base = policyPart(fromJsonColumn(config));
  const draft = { nodeRowId, document, base, baseVersion: version, revision: 0, replaceEngineRetry: false };
  expect(await saveDraft(ctx, draft)).toMatchObject({ ok: true });
  return () => publishPolicy(ctx, { nodeRowId, document, baseVersion: version, replaceEngineRetry: false });
}

describe('Dify', () => {
  const draftThere = async () => {
    const [row] = await ctx.db.$queryRaw<
      { graph: string }[]
    >`select graph from dify.workflows where id = ${DRAFT}::uuid`;
    return row?.graph ?? '';
  };
  const setDraft = (text: string) =>
    ctx.db.$executeRaw`update dify.workflows set graph = ${text} where id = ${DRAFT}::uuid`;

  beforeAll(() => runOn(ctx.url, `${platform('00_common')}; ${platform('dify')}`).then(() => undefined));
  beforeEach(async () => {
    await ctx.db.workflow.deleteMany();
    await ctx.db.source.deleteMany();
    graph ??= await draftThere();
    await setDraft(graph);
    sourceId = await connectSource('dify', 'dify');
    await sync('dify', 'dify');
  });

  test('a policy gets into the draft graph, and every other byte stays', async () => {
    const before = await ctx.db
      .$queryRaw`select id, version, md5(graph) from dify.workflows where id <> ${DRAFT}::uuid`;
    const publish = await draftAndPublish(HTTP);
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2, nodeVersion: 2 } });
    const after = await draftThere();
    expect(after.replace(/, "failpath":\{.*?"manual"\}\}/, '')).toBe(
      graph.replace('"max_retries":2,"retry_interval":1000', '"max_retries":3,"retry_interval":2000'),
    );
    expect(JSON.parse(after).nodes[0].data.failpath).toEqual(POLICY);
    const row = await rowOf(HTTP);
    expect(row.workflow.text).toBe(after);
    expect(row.draft).toBeNull();
    expect(
      await ctx.db.$queryRaw`select id, version, md5(graph) from dify.workflows where id <> ${DRAFT}::uuid`,
    ).toEqual(before);
    // The next reading finds what is here already.
    await sync('dify', 'dify');
    expect((await rowOf(HTTP)).workflow.version).toBe(2);
    const again = await draftAndPublish(HTTP, setAt(POLICY, ['retry', 'maxAttempts'], 2));
    expect(await again()).toMatchObject({ ok: true, value: { workflowVersion: 3 } });
  });

  test('another node was changed there meanwhile: published on top of it', async () => {
    const publish = await draftAndPublish(HTTP);
    await setDraft(graph.replace('"title":"Classify"', '"title":"Classify it"'));
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 3 } });
    const after = await draftThere();
    expect(after).toContain('"title":"Classify it"');
    expect(after).toContain('"maxAttempts":4');
    expect((await rowOf(LLM)).name).toBe('Classify it');
  });

  test('the same node was changed there meanwhile: both sides, and nothing is lost', async () => {
    const publish = await draftAndPublish(HTTP);
    const theirs = graph.replace('"max_retries":2', '"max_retries":7');
    await setDraft(theirs);
    expect(await publish()).toMatchObject({
      ok: false,
      error: { reason: 'conflict', version: 2, published: { retry: { maxAttempts: 8 } } },
    });
    expect(await draftThere()).toBe(theirs);
    const row = await rowOf(HTTP);
    expect(valueAt(fromJsonColumn(row.draft?.document ?? null), ['retry', 'maxAttempts'])).toBe(4);
    expect(row.workflow.text).toBe(theirs);
  });

  test('what somebody only moved about is no conflict, and stays moved', async () => {
    const publish = await draftAndPublish(HTTP);
    await setDraft(graph.replace('{"x":0,"y":0}', '{"x":70,"y":-3}'));
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2 } });
    expect(await draftThere()).toContain('{"x":70,"y":-3}');
  });

  test('what was set on its own page is in force, and said', async () => {
    await (await draftAndPublish(HTTP))();
    await setDraft((await draftThere()).replace('"max_retries":3', '"max_retries":9'));
    await sync('dify', 'dify');
    const row = await rowOf(HTTP);
    expect(row.engineRetry).toEqual([{ retry_enabled: true, max_retries: 9, retry_interval: 2000 }]);
    expect(valueAt(fromJsonColumn(row.config), ['retry', 'maxAttempts'])).toBe(4);
    // It stays until somebody replaces it.
    const other = setAt(POLICY, ['retry', 'maxAttempts'], 5);
    expect(await (await draftAndPublish(HTTP, other))()).toMatchObject({
      ok: true,
      value: { losses: [{ code: 'dify_retry_page' }] },
    });
    expect(await draftThere()).toContain('"max_retries":9');
    const { version } = await rowOf(HTTP);
    const input = { nodeRowId: await rowIdOf(HTTP), document: other, baseVersion: version };
    expect(await publishPolicy(ctx, { ...input, replaceEngineRetry: true })).toMatchObject({ ok: true });
    expect(await draftThere()).toContain('"max_retries":4');
  });

  test('it is there no more: refused, and the draft stays', async () => {
    const publish = await draftAndPublish(HTTP);
    await ctx.db.$executeRaw`update dify.workflows set version = 'gone' where id = ${DRAFT}::uuid`;
    expect(await publish()).toEqual({ ok: false, error: { reason: 'source_gone', source: 'Our dify' } });
    await ctx.db.$executeRaw`update dify.workflows set version = 'draft' where id = ${DRAFT}::uuid`;
    expect((await rowOf(HTTP)).draft).not.toBeNull();
    expect((await ctx.db.sourceDefinition.findFirstOrThrow()).seenAt).toBeNull();
  });

  test('what fails here takes the other side back', async () => {
    const publish = await draftAndPublish(HTTP);
    await ctx.db.$executeRaw`alter table audit_entry add constraint nothing check (action <> 'policy.publish') not valid`;
    await expect(publish()).rejects.toThrow();
    await ctx.db.$executeRaw`alter table audit_entry drop constraint nothing`;
    expect(await draftThere()).toBe(graph);
    expect((await rowOf(HTTP)).draft).not.toBeNull();
  });

  test('somebody holds the row there: refused in time, and the draft stays', async () => {
    const publish = await draftAndPublish(HTTP);
    await ctx.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`select 1 from dify.workflows where id = ${DRAFT}::uuid for update`;
        expect(await publish()).toMatchObject({
          error: { reason: 'source_failed', source: 'Our dify', fault: { code: 'locked' } },
        });
      },
      { timeout: 30_000 },
    );
    expect((await rowOf(HTTP)).draft).not.toBeNull();
  });

  test('two at once on two nodes: both are there', async () => {
    const [one, two] = [await draftAndPublish(HTTP), await draftAndPublish(LLM)];
    const published = await Promise.all([one(), two()]);
    expect(published).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await draftThere()).match(/"failpath":/g)).toHaveLength(2);
    expect((await rowOf(HTTP)).workflow.text).toBe(await draftThere());
  });

  describe('by a connection of its own', () => {
    beforeAll(() => {
      vi.stubEnv('FAILPATH_SECRET_KEYS', `k1:${Buffer.alloc(32, 7).toString('base64')}`);
      vi.stubEnv('FAILPATH_SOURCE_HOSTS', `${new URL(ctx.url).host},127.0.0.1:1`);
      return () => vi.unstubAllEnvs();
    });

    const reader = `reader_${process.pid}`;
    const as = (user: string) => {
      const url = new URL(ctx.url);
      [url.username, url.password] = [user, 'secret'];
      url.searchParams.set('sslmode', 'disable');
      return withDatabase(url.toString(), new URL(ctx.url).pathname.slice(1)).replace('postgresql://', 'postgres://');
    };
    const readAs = async (user: string) => {
      const sealed = seal(currentKeyring(), `source_mapping:${sourceId}`, as(user));
      await ctx.db.sourceMapping.update({ where: { sourceId }, data: { sealed } });
    };

    test('a role that only reads: named, with what would allow it; the draft stays', async () => {
      await runOn(
        ctx.url,
        `create role ${reader} login password 'secret'; grant usage on schema dify to ${reader};
        grant select on all tables in schema dify to ${reader}`,
      );
      try {
        const publish = await draftAndPublish(HTTP);
        await readAs(reader);
        const refused = await publish();
        expect(refused).toEqual({
          ok: false,
          error: {
            ...{ reason: 'source_read_only', source: 'Our dify', table: 'workflows', user: reader },
            grant: `GRANT SELECT, UPDATE (graph) ON "dify"."workflows" TO "${reader}";`,
          },
        });
        expect(JSON.stringify(refused)).not.toContain('secret');
        expect(await draftThere()).toBe(graph);
        expect((await rowOf(HTTP)).draft).not.toBeNull();
        await runOn(
          ctx.url,
          refused.ok || refused.error.reason !== 'source_read_only' ? '' : (refused.error.grant ?? ''),
        );
        expect(await publish()).toMatchObject({ ok: true });
      } finally {
        await runOn(ctx.url, `drop owned by ${reader}; drop role ${reader}`);
      }
    });

    test('the connection breaks before it holds: nothing is half done, and what got there is found', async () => {
      const publish = await draftAndPublish(HTTP);
      // The server ends the very session that sets it, once it is set.
      await runOn(
        ctx.url,
        `create function dify.break() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
        create constraint trigger breaks after update on dify.workflows deferrable initially deferred
        for each row execute function dify.break()`,
      );
      const broken = await publish();
      await runOn(ctx.url, 'drop trigger breaks on dify.workflows; drop function dify.break()');
      expect(broken).toMatchObject({ error: { reason: 'source_failed', fault: { code: 'connection_lost' } } });
      expect(await draftThere()).toBe(graph);
      expect((await rowOf(HTTP)).workflow.version).toBe(1);
      expect((await rowOf(HTTP)).draft).not.toBeNull();
      // As if it had held there, and not here.
      await setDraft(graph.replace('"retry_interval":1000}', '"retry_interval":1000},"failpath":{"owner":"ops"}'));
      await sync('dify', 'dify');
      expect(fromJsonColumn((await rowOf(HTTP)).config).owner).toBe('ops');
      expect((await rowOf(HTTP)).draft).not.toBeNull();
    });

    test('nobody answers there: refused, and the draft stays', async () => {
      const publish = await draftAndPublish(HTTP);
      const sealed = seal(
        currentKeyring(),
        `source_mapping:${sourceId}`,
        'postgres://u:secret@127.0.0.1:1/nothing?sslmode=disable',
      );
      await ctx.db.sourceMapping.update({ where: { sourceId }, data: { sealed } });
      const refused = await publish();
      expect(refused).toMatchObject({ error: { reason: 'source_failed', source: 'Our dify' } });
      expect(JSON.stringify(refused)).not.toContain('secret');
      expect((await rowOf(HTTP)).draft).not.toBeNull();
    });
  });
});

describe('a platform whose policies are brought there as a file', () => {
  test('publishes into the text of ours', async () => {
    await ctx.db.workflow.deleteMany();
    await ctx.db.source.deleteMany();
    sourceId = await connectSource('n8n', 'public');
    const nodes = [{ id: 'call', name: null, type: 'http', parent: null, retry: null }];
    const none = { version_id: null, tenant_id: null, document: null, origin: null };
    const definition = { workflow_id: 'w', name: 'W', ...none, nodes };
    await syncDefinitions(ctx.db, sourceId, [definition], { now: ctx.now, complete: true });
    const publish = await draftAndPublish('call');
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2 } });
    const row = await rowOf('call');
    expect(row.workflow.text).toContain('maxAttempts: 4');
    expect(workflowIdSchema.safeParse(row.workflow.id).success).toBe(true);
  });
});
