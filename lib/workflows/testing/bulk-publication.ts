import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { advanceBulk, openBulk, startBulk } from '../bulk-commands';
import { listBulkItems } from '../bulk-item-queries';
import { publishPolicy } from '../publish';
import { fromJsonColumn } from '../store';
import { allNodes, importMany } from './many-nodes';

const RETRY = { maxAttempts: 4, backoff: 'linear', initialInterval: '10s', maxInterval: '1m' };

/**
 * Previews and publishes the same changes on every node of many workflows, one of which somebody else publishes in between:
 * that one is said to be changed and keeps what the other wrote, all others are right when they are read back. Says how
 * long opening, preview and publication took, in ms, and how often it said how far it was.
 */
export async function publishesMany(ctx: Ctx, workflows: number, nodesEach: number) {
  const total = workflows * nodesEach;
  await importMany(ctx, workflows, nodesEach);
  const nodes = await allNodes(ctx);
  const took: Record<'opened' | 'previewed' | 'published', number> = { opened: 0, previewed: 0, published: 0 };
  const timed = async <T>(what: keyof typeof took, work: () => Promise<T>) => {
    const since = performance.now();
    const value = await work();
    took[what] = Math.round(performance.now() - since);
    return value;
  };
  const opened = await timed('opened', () =>
    openBulk(ctx, {
      changes: [
        { kind: 'retry', retry: RETRY },
        { kind: 'silence', silence: '2h' },
      ],
      nodes,
    }),
  );
  if (!opened.ok) throw new Error(opened.error.reason);
  const { id } = opened.value;
  const steps: number[] = [];
  const through = async () => {
    for (;;) {
      const progress = await advanceBulk(ctx, { id });
      if (!progress.ok) throw new Error(progress.error.reason);
      steps.push(progress.value.done);
      if (progress.value.done === progress.value.total) return progress.value;
    }
  };
  expect(await timed('previewed', through)).toMatchObject({ total, counts: { changes: total } });
  const [, , other] = nodes;
  const theirs = {
    owner: undefined,
    actions: [{ id: 'call', kind: 'http', idempotent: true }],
    alert: { silence: '5h' },
  };
  const published = await publishPolicy(ctx, {
    nodeRowId: nodeRowIdSchema.parse(other?.nodeRowId),
    baseVersion: other?.version ?? 0,
    document: theirs,
    replaceEngineRetry: false,
  });
  expect(published.ok).toBe(true);
  expect((await startBulk(ctx, { id, mode: 'publish', note: 'all of them' })).ok).toBe(true);
  expect(await timed('published', through)).toMatchObject({ total, counts: { published: total - 1, changed: 1 } });
  const [changed, ...none] = await listBulkItems(ctx, { id, phase: 'results', show: 'changed', page: 1 });
  expect([changed?.nodeRowId, none]).toEqual([other?.nodeRowId, []]);
  await readBack(ctx, other?.nodeRowId ?? '');
  const versions = await ctx.db.workflowVersion.count({ where: { note: 'all of them' } });
  expect(versions).toBe(workflows);
  return { took, steps };
}

/** Config, text and version of every node say what was asked for; that of the other person what they wrote. */
async function readBack(ctx: Ctx, other: string): Promise<void> {
  const rows = await ctx.db.node.findMany({ include: { workflow: true } });
  const wrong = rows.filter(({ id, config, version }) => {
    const { retry, alert, onExhausted } = policyPart(fromJsonColumn(config));
    const said = JSON.stringify({ retry, alert });
    if (id === other) return version !== 2 || retry !== undefined || !said.includes('5h');
    return version !== 2 || onExhausted === undefined || !said.includes('"maxAttempts":4') || !said.includes('"2h"');
  });
  expect(wrong.map(({ id, config }) => ({ id, config }))).toEqual([]);
  const texts = new Map(rows.map(({ workflow }) => [workflow.key, workflow.text]));
  const nodesEach = rows.length / texts.size;
  for (const [key, text] of texts) {
    const count = (part: string) => text.split(part).length - 1;
    const mine = rows.some(({ id, workflow }) => id === other && workflow.key === key) ? 1 : 0;
    expect({ kept: count('note: "kept '), remarks: count('# step '), tries: count('maxAttempts: 4') }).toEqual({
      ...{ kept: nodesEach, remarks: nodesEach, tries: nodesEach - mine },
    });
  }
}
