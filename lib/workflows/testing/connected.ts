import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { type NodeRowId, nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import type { RawDefinition } from '@/lib/sources/attempt';
import type { DefinitionRow } from '@/lib/sources/preset';
import { type SourceMapping, sourceMappingSchema } from '@/lib/sources/schema';
import { definitionsStatement, readDefinitionRow } from '@/lib/sources/statements';
import { runOn } from '@/lib/testing/server';
import { saveDraft } from '../drafts';
import { publishPolicy } from '../publish';
import { fromJsonColumn } from '../store';
import { syncDefinitions } from '../sync';

/** What is published in these tests. */
export const POLICY: JsonObject = {
  actions: [{ id: 'http', kind: 'http', idempotent: true }],
  retry: { maxAttempts: 4, backoff: 'exponential', initialInterval: '2s', maxInterval: '1m', retryOn: ['timeout'] },
  onExhausted: { action: 'manual' },
};

/** A platform's sample in this database, connected as a source whose definitions can be read again. */
export function connectedSource(ctx: Ctx & { readonly url: string }, platform: string, schema: string) {
  const mapping: SourceMapping = sourceMappingSchema.parse({ kind: 'preset', platform, schema });
  let sourceId = '';

  /** Reads what the platform defines now. */
  async function sync(): Promise<void> {
    const report = await syncDefinitions(ctx.db, sourceId, await definitions(), { now: ctx.now, complete: true });
    expect(report).toMatchObject({ unreadable: [], gone: [] });
    expect(await ctx.db.node.count()).toBeGreaterThan(0);
  }

  async function definitions(): Promise<RawDefinition[]> {
    const statement = definitionsStatement(mapping);
    const rows = await ctx.db.$queryRawUnsafe<DefinitionRow[]>(statement?.text ?? '', ...(statement?.values ?? []));
    return rows.flatMap((row) => readDefinitionRow(mapping, row) ?? []);
  }

  /** Loads the platform's tables; once. */
  async function load(): Promise<void> {
    const sql = (name: string) => readFileSync(path.resolve('testdata/platforms', `${name}.sql`), 'utf8');
    await runOn(ctx.url, `${sql('00_common')}; ${sql(platform)}`);
  }

  /** As if nothing had been connected before; without reading. */
  async function connect(): Promise<void> {
    await ctx.db.workflow.deleteMany();
    await ctx.db.source.deleteMany();
    const { id } = await ctx.db.source.create({ data: { key: platform, name: `Our ${platform}`, kind: platform } });
    sourceId = id;
    const data = { sourceId, mapping, createdBy: 'ann', updatedBy: 'ann' };
    await ctx.db.sourceMapping.create({ data });
  }

  const rowOf = (nodeId: string) =>
    ctx.db.node.findFirstOrThrow({ where: { nodeId }, include: { draft: true, workflow: true } });
  const rowIdOf = async (nodeId: string): Promise<NodeRowId> => nodeRowIdSchema.parse((await rowOf(nodeId)).id);

  /** Keeps a draft; what publishes it. */
  async function draft(nodeId: string, document: JsonObject = POLICY) {
    const { id, version, config } = await rowOf(nodeId);
    const nodeRowId = nodeRowIdSchema.parse(id);
    const base = policyPart(fromJsonColumn(config));
    const kept = { nodeRowId, document, base, baseVersion: version, revision: 0, replaceEngineRetry: false };
    expect(await saveDraft(ctx, kept)).toMatchObject({ ok: true });
    return () => publishPolicy(ctx, { nodeRowId, document, baseVersion: version, replaceEngineRetry: false });
  }

  return {
    ...{ sync, load, connect, rowOf, rowIdOf, draft },
    get id() {
      return sourceId;
    },
  };
}
