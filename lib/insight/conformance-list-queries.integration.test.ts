import { beforeAll, describe, expect, it } from 'vitest';
import { type AlertWorld, makeWorld, RETRY, type StepInput, writeSteps } from '@/lib/alerts/testing/alert-world';
import {
  conformanceOfNode,
  countFindings,
  executionEvidence,
  findingRows,
  judgingProgress,
} from '@/lib/history/conformance-queries';
import type { FindingChoice } from '@/lib/history/finding-row';
import { judgeWhole } from '@/lib/history/testing/judge-whole';
import { publishVersion } from '@/lib/history/testing/publish-version';
import { cutPage } from '@/lib/shared/keyset';
import { testContext } from '@/lib/testing/context';
import { judgeable, nodeFindings, nodeFindingsOfGroup } from './conformance-list-queries';

const ctx = testContext();
const DAY = 86_400_000;
const NOW = ctx.now;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const SPAN = { from: ago(30 * DAY), to: null };
const ALL: FindingChoice = { span: SPAN, finding: null, workflowRowId: null, nodeId: null };

let world: AlertWorld & { readonly group: string };
let workflowRowId: string;

/** Terminal, and tried again all the same; the second attempt ends at `at`. */
const retried = (run: string, at: Date, more: Partial<StepInput> = {}): StepInput[] => [
  { ...more, run, at: new Date(at.getTime() - 5_100), code: 'http_401' },
  { ...more, run, at, attempt: 2, code: 'http_401' },
];

beforeAll(async () => {
  const nodes = { charge: { retry: RETRY }, pack: { owner: 'packers', retry: RETRY }, idle: { owner: 'packers' } };
  world = await makeWorld(ctx.db, { nodes, alertsFrom: null });
  await ctx.db.ownerGroup.create({ data: { slug: 'packers', name: 'Packers' } });
  ({ id: workflowRowId } = await ctx.db.workflow.findFirstOrThrow({ where: { sourceId: world.sourceId } }));
  await publishVersion(ctx.db, world.sourceId, { version: 1, at: ago(50 * DAY), nodes });
  await publishVersion(ctx.db, world.sourceId, { version: 2, at: ago(2 * DAY), nodes });
  await writeSteps(world, [
    // Before the first publication; before the period; and five at the very same moment.
    ...retried('early', ago(51 * DAY)),
    ...retried('older', ago(40 * DAY)),
    ...['1', '2', '3', '4', '5'].flatMap((run) => retried(`same-${run}`, ago(3 * DAY))),
    ...retried('across', new Date(ago(2 * DAY).getTime() + 2_000)),
    ...retried('looped', ago(DAY), { node: 'pack', subIndex: '7' }),
    { run: 'well', at: ago(DAY), status: 'succeeded' },
    { run: 'unruled', at: ago(DAY), node: 'idle', status: 'succeeded' },
  ]);
  await judgeWhole(ctx.db, NOW);
});

const runs = (rows: readonly { readonly runId: string }[]) => rows.map(({ runId }) => runId);

describe('findings', () => {
  it('come newest first, and page by page in both directions without gap or repetition', async () => {
    const all = await findingRows(ctx, ALL, null, 100);
    expect(runs(all).slice(0, 2)).toEqual(['looped', 'across']);
    expect(new Set(runs(all)).size).toBe(7);
    const seen: string[] = [];
    let page = cutPage(await findingRows(ctx, ALL, null, 3), null, 2);
    for (;;) {
      seen.push(...runs(page.rows));
      const last = page.rows.at(-1);
      if (!page.older || !last) break;
      const cursor = { side: 'before', at: last.occurredAt, id: last.id } as const;
      page = cutPage(await findingRows(ctx, ALL, cursor, 3), cursor, 2);
    }
    expect(seen).toEqual(runs(all));
    const third = all[3];
    if (!third) throw new Error('there are seven');
    const back = await findingRows(ctx, ALL, { side: 'after', at: third.occurredAt, id: third.id }, 2);
    expect(runs(back)).toEqual(runs(all).slice(1, 3));
  });

  it('are narrowed by kind, workflow, node and period, and counted alike', async () => {
    const of = (more: Partial<FindingChoice>) => findingRows(ctx, { ...ALL, ...more }, null, 100);
    expect(runs(await of({ nodeId: 'pack', workflowRowId }))).toEqual(['looped']);
    expect(await of({ finding: 'off_schedule' })).toEqual([]);
    expect(await of({ workflowRowId: world.sourceId })).toEqual([]);
    expect(await of({ span: { from: ago(60 * DAY), to: ago(30 * DAY) } })).toMatchObject([
      { runId: 'older', workflowVersion: 1, nodeName: 'charge', workflowName: 'Orders', workflowRowId },
    ]);
    expect(await countFindings(ctx, ALL)).toMatchObject({ retried_although_terminal: 7, no_hand_off: 0 });
    const scope = { sourceId: world.sourceId, workflowKey: 'orders', nodeId: 'charge' };
    expect(await conformanceOfNode(ctx, scope)).toMatchObject({ retried_although_terminal: 6 });
  });
});

describe('nodes with findings', () => {
  it('have their owner, inherited or their own', async () => {
    const rows = (await nodeFindings(ctx, SPAN)).toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
    expect(rows).toMatchObject([
      { nodeId: 'charge', owner: world.group, counts: { retried_although_terminal: 6 }, workflowId: workflowRowId },
      { nodeId: 'pack', owner: 'packers', counts: { retried_although_terminal: 1 }, lastAt: ago(DAY) },
    ]);
    expect((await nodeFindingsOfGroup(ctx, 'packers', SPAN)).map(({ nodeId }) => nodeId)).toEqual(['pack']);
    expect(await nodeFindingsOfGroup(ctx, world.group, SPAN)).toEqual(rows.slice(0, 1));
  });
});

describe('what could be judged', () => {
  it('counts executions that began in the period, after their rules were first published', async () => {
    expect(await judgeable(ctx, SPAN)).toEqual({ executions: 8, nodes: 2, without: 1, since: ago(50 * DAY) });
    const longer = { from: ago(90 * DAY), to: null };
    expect(await judgeable(ctx, longer)).toMatchObject({ executions: 9 });
  });

  it('is all of the history once it was read', async () => {
    expect(await judgingProgress(ctx)).toEqual({ percent: 100, judgedAt: NOW });
  });

  it('says how far it is while it is read', async () => {
    const [first, last] = await Promise.all([
      ctx.db.workflowRunStep.findFirstOrThrow({ orderBy: { id: 'asc' } }),
      ctx.db.workflowRunStep.findFirstOrThrow({ orderBy: { id: 'desc' } }),
    ]);
    // As if there had been many steps between them.
    const far = last.id + 100_000n;
    await ctx.db.workflowRunStep.update({ where: { id: last.id }, data: { id: far } });
    await ctx.db.judgedSource.updateMany({ data: { afterId: first.id + (far - first.id) / 4n } });
    expect((await judgingProgress(ctx)).percent).toBeGreaterThanOrEqual(24);
    expect((await judgingProgress(ctx)).percent).toBeLessThanOrEqual(26);
    await ctx.db.workflowRunStep.update({ where: { id: far }, data: { id: last.id } });
    await judgeWhole(ctx.db, NOW);
  });
});

describe('the evidence of an execution', () => {
  const keyOf = (runId: string, nodeId = 'charge', subIndex = '') => ({
    ...{ sourceId: world.sourceId, workflowId: 'orders', runId, nodeId, subIndex },
  });

  it('has attempts, findings, and the policy with its version', async () => {
    expect(await executionEvidence(ctx, keyOf('same-1'))).toMatchObject({
      attempts: [{ attempt: 1 }, { attempt: 2 }],
      policy: { retry: { maxAttempts: 3 } },
      ...{ version: 1, publishedAt: ago(50 * DAY), newer: null, handOffId: null, alertsFrom: null },
      findings: [{ finding: 'retried_although_terminal', attempt: 2, errorCode: 'http_401' }],
    });
    expect(await executionEvidence(ctx, keyOf('looped', 'pack', '7'))).toMatchObject({ version: 2 });
    expect(await executionEvidence(ctx, keyOf('well'))).toMatchObject({ findings: [] });
  });

  it('says when a newer version was published while it was under way', async () => {
    expect(await executionEvidence(ctx, keyOf('across'))).toMatchObject({
      version: 1,
      newer: { version: 2, publishedAt: ago(2 * DAY) },
    });
  });

  it('is none where nothing was judgeable, or of no such execution', async () => {
    expect(await executionEvidence(ctx, keyOf('early'))).toBeNull();
    expect(await executionEvidence(ctx, keyOf('unruled', 'idle'))).toBeNull();
    expect(await executionEvidence(ctx, keyOf('no-such-run'))).toBeNull();
    expect(await executionEvidence(ctx, { ...keyOf('same-1'), sourceId: 'no id' })).toBeNull();
    expect(await executionEvidence(ctx, keyOf('a\u0000b'))).toBeNull();
  });
});
