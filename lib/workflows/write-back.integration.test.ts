import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withDatabase } from '@/lib/db/connection';
import { workflowIdSchema } from '@/lib/model/ids';
import { setAt, valueAt } from '@/lib/policy/edit';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { seal } from '@/lib/secrets/seal';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { publishPolicy } from './publish';
import { fromJsonColumn } from './store';
import { syncDefinitions } from './sync';
import { connectedSource, POLICY } from './testing/connected';

const ctx = testContext();
const DRAFT = 'b0000000-0000-0000-0000-000000000001';
const HTTP = '1700000000001';
const LLM = '1700000000002';
const source = connectedSource(ctx, 'dify', 'dify');
let graph: string;

describe('Dify', () => {
  const draftThere = async () => {
    const [row] = await ctx.db.$queryRaw<
      { graph: string }[]
    >`select graph from dify.workflows where id = ${DRAFT}::uuid`;
    return row?.graph ?? '';
  };
  const setDraft = (text: string) =>
    ctx.db.$executeRaw`update dify.workflows set graph = ${text} where id = ${DRAFT}::uuid`;

  beforeAll(() => source.load());
  beforeEach(async () => {
    graph ??= await draftThere();
    await setDraft(graph);
    await source.connect();
    await source.sync();
  });

  test('a policy gets into the draft graph, and every other byte stays', async () => {
    const before = await ctx.db
      .$queryRaw`select id, version, md5(graph) from dify.workflows where id <> ${DRAFT}::uuid`;
    const publish = await source.draft(HTTP);
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2, nodeVersion: 2 } });
    const after = await draftThere();
    expect(after.replace(/, "failpath":\{.*?"manual"\}\}/, '')).toBe(
      graph.replace('"max_retries":2,"retry_interval":1000', '"max_retries":3,"retry_interval":2000'),
    );
    expect(JSON.parse(after).nodes[0].data.failpath).toEqual(POLICY);
    const row = await source.rowOf(HTTP);
    expect(row.workflow.text).toBe(after);
    expect((await ctx.db.sourceDefinition.findFirstOrThrow()).setAt).not.toBeNull();
    expect(row.draft).toBeNull();
    expect(
      await ctx.db.$queryRaw`select id, version, md5(graph) from dify.workflows where id <> ${DRAFT}::uuid`,
    ).toEqual(before);
    // The next reading finds what is here already.
    await source.sync();
    expect((await source.rowOf(HTTP)).workflow.version).toBe(2);
    const again = await source.draft(HTTP, setAt(POLICY, ['retry', 'maxAttempts'], 2));
    expect(await again()).toMatchObject({ ok: true, value: { workflowVersion: 3 } });
  });

  test.each([
    ['begins with another key', (text: string) => text.replace('{', '{"features":{},')],
    [
      'has words of another format',
      (text: string) => text.replace('"title"', '"outputs":{"StartAt":1,"States":2},"title"'),
    ],
  ])('a graph that %s is one of Dify all the same', async (_, change) => {
    await setDraft(change(graph));
    await source.connect();
    await source.sync();
    expect(await (await source.draft(HTTP))()).toMatchObject({ ok: true });
    expect((await source.rowOf(HTTP)).workflow.dialect).toBe('dify');
    expect((await draftThere()).replace(/, "failpath":\{.*?"manual"\}\}/, '')).toBe(
      change(graph).replace('"max_retries":2,"retry_interval":1000', '"max_retries":3,"retry_interval":2000'),
    );
  });

  test('another node was changed there meanwhile: published on top of it', async () => {
    const publish = await source.draft(HTTP);
    await setDraft(graph.replace('"title":"Classify"', '"title":"Classify it"'));
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 3 } });
    const after = await draftThere();
    expect(after).toContain('"title":"Classify it"');
    expect(after).toContain('"maxAttempts":4');
    expect((await source.rowOf(LLM)).name).toBe('Classify it');
  });

  test('the same node was changed there meanwhile: both sides, and nothing is lost', async () => {
    const publish = await source.draft(HTTP);
    const theirs = graph.replace('"max_retries":2', '"max_retries":7');
    await setDraft(theirs);
    expect(await publish()).toMatchObject({
      ok: false,
      error: { reason: 'conflict', version: 2, published: { retry: { maxAttempts: 8 } } },
    });
    expect(await draftThere()).toBe(theirs);
    const row = await source.rowOf(HTTP);
    expect(valueAt(fromJsonColumn(row.draft?.document ?? null), ['retry', 'maxAttempts'])).toBe(4);
    expect(row.workflow.text).toBe(theirs);
  });

  test('what somebody only moved about is no conflict, and stays moved', async () => {
    const publish = await source.draft(HTTP);
    await setDraft(graph.replace('{"x":0,"y":0}', '{"x":70,"y":-3}'));
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2 } });
    expect(await draftThere()).toContain('{"x":70,"y":-3}');
  });

  test('what was set on its own page is in force, and said', async () => {
    await (await source.draft(HTTP))();
    await setDraft((await draftThere()).replace('"max_retries":3', '"max_retries":9'));
    await source.sync();
    const row = await source.rowOf(HTTP);
    expect(row.engineRetry).toEqual([{ retry_enabled: true, max_retries: 9, retry_interval: 2000 }]);
    expect(valueAt(fromJsonColumn(row.config), ['retry', 'maxAttempts'])).toBe(4);
    // It stays until somebody replaces it.
    const other = setAt(POLICY, ['retry', 'maxAttempts'], 5);
    expect(await (await source.draft(HTTP, other))()).toMatchObject({
      ok: true,
      value: { losses: [{ code: 'dify_retry_page' }] },
    });
    expect(await draftThere()).toContain('"max_retries":9');
    const { version } = await source.rowOf(HTTP);
    const input = { nodeRowId: await source.rowIdOf(HTTP), document: other, baseVersion: version };
    expect(await publishPolicy(ctx, { ...input, replaceEngineRetry: true })).toMatchObject({ ok: true });
    expect(await draftThere()).toContain('"max_retries":4');
  });

  test('it is there no more: refused, and the draft stays', async () => {
    const publish = await source.draft(HTTP);
    await ctx.db.$executeRaw`update dify.workflows set version = 'gone' where id = ${DRAFT}::uuid`;
    expect(await publish()).toEqual({ ok: false, error: { reason: 'source_gone', source: 'Our dify' } });
    await ctx.db.$executeRaw`update dify.workflows set version = 'draft' where id = ${DRAFT}::uuid`;
    expect((await source.rowOf(HTTP)).draft).not.toBeNull();
    expect((await ctx.db.sourceDefinition.findFirstOrThrow()).seenAt).toBeNull();
  });

  test('what fails here takes the other side back', async () => {
    const publish = await source.draft(HTTP);
    await ctx.db
      .$executeRaw`alter table audit_entry add constraint nothing check (action <> 'policy.publish') not valid`;
    await expect(publish()).rejects.toThrow();
    await ctx.db.$executeRaw`alter table audit_entry drop constraint nothing`;
    expect(await draftThere()).toBe(graph);
    expect((await source.rowOf(HTTP)).draft).not.toBeNull();
  });

  test('somebody holds the row there: refused in time, and the draft stays', async () => {
    const publish = await source.draft(HTTP);
    await ctx.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`select 1 from dify.workflows where id = ${DRAFT}::uuid for update`;
        expect(await publish()).toMatchObject({
          error: { reason: 'source_failed', source: 'Our dify', fault: { code: 'locked' } },
        });
      },
      { timeout: 30_000 },
    );
    expect((await source.rowOf(HTTP)).draft).not.toBeNull();
  });

  test('two at once on two nodes: both are there', async () => {
    const [one, two] = [await source.draft(HTTP), await source.draft(LLM)];
    const published = await Promise.all([one(), two()]);
    expect(published).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await draftThere()).match(/"failpath":/g)).toHaveLength(2);
    expect((await source.rowOf(HTTP)).workflow.text).toBe(await draftThere());
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
      const sealed = seal(currentKeyring(), `source_mapping:${source.id}`, as(user));
      await ctx.db.sourceMapping.update({ where: { sourceId: source.id }, data: { sealed } });
    };

    test('a role that only reads: named, with what would allow it; the draft stays', async () => {
      await runOn(
        ctx.url,
        `create role ${reader} login password 'secret'; grant usage on schema dify to ${reader};
        grant select on all tables in schema dify to ${reader}`,
      );
      try {
        const publish = await source.draft(HTTP);
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
        expect((await source.rowOf(HTTP)).draft).not.toBeNull();
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
      const publish = await source.draft(HTTP);
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
      expect((await source.rowOf(HTTP)).workflow.version).toBe(1);
      expect((await source.rowOf(HTTP)).draft).not.toBeNull();
      // As if it had held there, and not here.
      await setDraft(graph.replace('"retry_interval":1000}', '"retry_interval":1000},"failpath":{"owner":"ops"}'));
      await source.sync();
      expect(fromJsonColumn((await source.rowOf(HTTP)).config).owner).toBe('ops');
      expect((await source.rowOf(HTTP)).draft).not.toBeNull();
    });

    test('nobody answers there: refused, and the draft stays', async () => {
      const publish = await source.draft(HTTP);
      const sealed = seal(
        currentKeyring(),
        `source_mapping:${source.id}`,
        'postgres://u:secret@127.0.0.1:1/nothing?sslmode=disable',
      );
      await ctx.db.sourceMapping.update({ where: { sourceId: source.id }, data: { sealed } });
      const refused = await publish();
      expect(refused).toMatchObject({ error: { reason: 'source_failed', source: 'Our dify' } });
      expect(JSON.stringify(refused)).not.toContain('secret');
      expect((await source.rowOf(HTTP)).draft).not.toBeNull();
    });
  });
});

describe('a platform whose policies are brought there as a file', () => {
  test('publishes into the text of ours', async () => {
    const source = connectedSource(ctx, 'n8n', 'public');
    await source.connect();
    const nodes = [{ id: 'call', name: null, type: 'http', parent: null, retry: null }];
    const none = { version_id: null, tenant_id: null, document: null, origin: null };
    const definition = { workflow_id: 'w', name: 'W', ...none, nodes };
    await syncDefinitions(ctx.db, source.id, [definition], { now: ctx.now, complete: true });
    const publish = await source.draft('call');
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2 } });
    const row = await source.rowOf('call');
    expect(row.workflow.text).toContain('maxAttempts: 4');
    expect(workflowIdSchema.safeParse(row.workflow.id).success).toBe(true);
  });
});
