import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { codeEvidence, codeNodes, colleaguesOn } from './code-detail-queries';
import { failureView } from './failure-queries';
import { WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const day = (number: number) => new Date(`2026-11-${String(number).padStart(2, '0')}T10:00:00Z`);
const nodesOf = async (code: string | null) => (await codeNodes(ctx, code, 'en')).nodes;
const { retry: _retry, ...once } = WHOLE;
const rules = (...classification: { code: string; class: string }[]) => ({ ...WHOLE, classification });

beforeAll(async () => {
  for (const [slug, name] of [
    ['pay', 'Payments'],
    ['stock', 'Stock'],
  ])
    if (slug && name) await ctx.db.ownerGroup.create({ data: { slug, name } });
  const { nodes } = await writeWorkflow(ctx.db, {
    ...{ key: 'orders', name: 'Order fulfilment', owner: 'pay' },
    nodes: [
      { nodeId: 'charge', name: 'Charge', config: WHOLE },
      { nodeId: 'refund', config: once },
      { nodeId: 'listed', config: { ...WHOLE, owner: 'gone', retry: { ...WHOLE.retry, retryOn: ['timeout'] } } },
      {
        nodeId: 'decided',
        config: rules({ code: 'HTTP 418', class: 'transient' }, { code: 'E_ODD', class: 'terminal' }),
      },
      { nodeId: 'fixed', canCarryPolicy: false, config: {} },
      { nodeId: 'spelled', config: rules({ code: '418', class: 'transient' }) },
      { nodeId: 'wide', config: rules({ code: 'E_*', class: 'transient' }, { code: 'http_418', class: 'terminal' }) },
      { nodeId: 'retried', config: { ...WHOLE, retry: { ...WHOLE.retry, retryOn: ['E_ODD'] } } },
      { nodeId: 'odd', config: { classification: 'x', retry: { retryOn: [1, 'E_ODD'], maxAttempts: 'three' } } },
    ],
  });
  const draft = { baseVersion: 1, base: {}, document: {}, updatedBy: 'Bo' };
  await ctx.db.nodeDraft.create({ data: { nodeRowId: nodes.get('refund') ?? '', ...draft } });
  await writeExecutions(ctx.db, 'orders', [
    { nodeId: 'charge', times: 4, codes: ['E_ODD', 'E_ODD'], ends: true, at: day(18) },
    { nodeId: 'charge', times: 3, codes: ['E_ODD', 'timeout'], ends: true, at: day(17) },
    { nodeId: 'charge', times: 2, codes: ['E_ODD'], ends: false, at: day(16) },
    // Came when no further attempt is allowed.
    { nodeId: 'charge', times: 5, codes: ['timeout', 'timeout', 'E_ODD'], ends: false, at: day(15) },
    { nodeId: 'refund', times: 6, codes: ['E_ODD'], ends: true, at: day(14) },
    { nodeId: 'listed', times: 1, codes: ['E_ODD'], ends: false, at: day(13) },
    { nodeId: 'decided', times: 7, codes: ['E_ODD'], ends: false, at: day(12) },
    { nodeId: 'fixed', times: 1, codes: ['E_ODD'], ends: false, at: day(11) },
    { nodeId: 'fixed', times: 2, codes: [null], ends: false, at: day(11) },
  ]);
});

describe('nodes of a code', () => {
  it('say how often it failed and what their policy makes of it', async () => {
    const nodes = await nodesOf('E_ODD');
    expect(nodes.map(({ nodeId, failures, standing }) => [nodeId, failures, standing])).toEqual([
      ['charge', 18, 'unclassified'],
      ['decided', 7, 'terminal'],
      ['refund', 6, 'unclassified'],
      ['fixed', 1, 'unclassified'],
      ['listed', 1, 'unclassified'],
    ]);
    const of = (id: string) => nodes.find(({ nodeId }) => nodeId === id);
    expect(of('charge')).toMatchObject({
      ...{ name: 'Charge', workflowName: 'Order fulfilment', owner: { slug: 'pay', name: 'Payments' }, version: 1 },
      ...{ failedExecutions: 14, atLast: 5, maxAttempts: 3, closedList: false, draftBy: null, canCarryPolicy: true },
    });
    expect(of('refund')).toMatchObject({ maxAttempts: null, draftBy: 'Bo', atLast: 0 });
    expect(of('listed')).toMatchObject({ owner: null, closedList: true });
    expect(of('fixed')).toMatchObject({ canCarryPolicy: false });
  });

  it('have the figures of the failures page', async () => {
    const query = { search: '', workflow: null, owner: null, standing: null, period: null, day: null } as const;
    const view = await failureView(
      ctx,
      { ...query, sort: 'failures', order: 'desc', page: 1 },
      { locale: 'en', noCode: 'no code', timeZone: 'UTC' },
    );
    for (const code of ['E_ODD', null, 'timeout']) {
      const shown = view.list.matching.filter(({ errorCode }) => errorCode === code);
      const nodes = await nodesOf(code);
      expect(nodes).toHaveLength(shown.length);
      for (const { nodeId, failures, failedExecutions, firstSeen, lastSeen } of nodes)
        expect(shown.find((entry) => entry.nodeId === nodeId)).toMatchObject({
          ...{ failures, failedExecutions, firstSeen, lastSeen },
        });
    }
  });

  it('of a code that nobody saw are none', async () => expect(await nodesOf('E_NEVER')).toEqual([]));
});

describe('what followed a retry', () => {
  it('is how the attempt right after the last retried failure with the code ended, per execution', async () => {
    const nodes = await nodesOf('E_ODD');
    const { after, afterByNode, read } = await codeEvidence(ctx, 'E_ODD', nodes);
    // 4 failed twice, then succeeded; 3 were followed by another failure; 2 and 5 by nothing; 6 succeeded next.
    const idOf = (id: string) => nodes.find(({ nodeId }) => nodeId === id)?.id ?? '';
    expect(afterByNode.get(idOf('charge'))).toEqual({ retried: 7, succeeded: 4 });
    expect(afterByNode.get(idOf('refund'))).toEqual({ retried: 6, succeeded: 6 });
    expect(afterByNode.get(idOf('listed'))).toBeUndefined();
    expect(after).toEqual({ retried: 13, succeeded: 10 });
    expect(read).toBe(33);
  });

  it('does not count an attempt that has not ended, nor one that was skipped', async () => {
    const { id: sourceId } = await ctx.db.source.findUniqueOrThrow({ where: { key: 'own' } });
    const step = { sourceId, workflowId: 'orders', nodeId: 'listed', occurredAt: day(19) };
    const failed = { ...step, attempt: 1, status: 'failed', errorCode: 'E_RUN', errorMessage: '<b>odd</b>' };
    await ctx.db.workflowRunStep.createMany({
      data: ['running', 'skipped', 'cancelled'].flatMap((status) => [
        { ...failed, runId: status },
        { ...step, runId: status, attempt: 2, status },
      ]),
    });
    const { after, messages } = await codeEvidence(ctx, 'E_RUN', await nodesOf('E_RUN'));
    expect(after).toEqual({ retried: 0, succeeded: 0 });
    expect(messages).toEqual([{ text: '<b>odd</b>', times: 3, lastSeen: day(19) }]);
  });

  it('is read of failures without a code too', async () => {
    expect(await codeEvidence(ctx, null, await nodesOf(null))).toMatchObject({ read: 2, messages: [] });
    expect(await codeEvidence(ctx, 'E_NEVER', [])).toMatchObject({ read: 0, after: { retried: 0, succeeded: 0 } });
  });
});

describe('what colleagues decided', () => {
  it('is by the name of the code, in whatever spelling, in rules and retry lists', async () => {
    expect(await colleaguesOn(ctx, 'HTTP_418')).toEqual({
      transient: expect.arrayContaining(['decided', 'spelled']),
      terminal: ['wide'],
    });
    expect(await colleaguesOn(ctx, 'E_ODD')).toEqual({ transient: ['retried'], terminal: ['decided'] });
  });

  it('is nothing where only a wider pattern covers it', async () => {
    expect(await colleaguesOn(ctx, 'E_OTHER')).toEqual({ transient: [], terminal: [] });
  });
});
