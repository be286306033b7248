import { expect, it } from 'vitest';
import { z } from 'zod';
import { testPrograms } from '@/app/_server/testing/programs';
import { makeWorld } from '@/lib/alerts/testing/alert-world';
import { listFindingsOperation } from '@/lib/api/history-operations';

const { base, program } = testPrograms();
const MINUTE = 60_000;
const answerSchema = z.object({ findings: z.array(z.object({ runId: z.string() })), next: z.string().nullable() });

it('findings come newest first, a hundred at a time, narrowed by what is asked', async () => {
  const { sourceId, workflowId } = await makeWorld(base.db, { alertsFrom: null });
  const now = Date.now();
  const detail = {
    kind: 'off_schedule',
    attempt: 2,
    errorCode: null,
    at: 0,
    gapMs: 40_000,
    leastMs: 4_500,
    mostMs: 7_500,
  };
  const common = { sourceId, workflowId, nodeId: 'charge', attempt: 2, workflowVersion: 1, judgedAt: new Date(now) };
  await base.db.conformanceFinding.createMany({
    data: Array.from({ length: 103 }, (_, index) => ({
      ...common,
      ...{ runId: `r${index}`, finding: index === 7 ? 'no_hand_off' : 'off_schedule', detail },
      occurredAt: new Date(now - index * MINUTE),
    })),
  });
  const reader = await program('viewer');
  const first = await reader.call(listFindingsOperation);
  expect(first.json).toMatchObject({
    findings: [
      {
        ...{ finding: 'off_schedule', runId: 'r0', nodeId: 'charge', workflowKey: 'orders', workflowName: 'Orders' },
        ...{ attempt: 2, errorCode: null, gapMs: 40_000, leastMs: 4_500, mostMs: 7_500, workflowVersion: 1 },
      },
      { runId: 'r1' },
    ].concat(Array.from({ length: 98 }, (_, index) => ({ runId: `r${index + 2}` }))),
  });
  const { next } = answerSchema.parse(first.json);
  const rest = answerSchema.parse((await reader.call(listFindingsOperation, { query: { before: next ?? '' } })).json);
  expect([rest.findings.map(({ runId }) => runId), rest.next]).toEqual([['r100', 'r101', 'r102'], null]);
  const narrowed = { finding: 'no_hand_off', node: 'charge', period: '7' };
  expect((await reader.call(listFindingsOperation, { query: narrowed })).json).toMatchObject({
    findings: [{ runId: 'r7' }],
  });
  expect((await reader.call(listFindingsOperation, { query: { before: 'x', period: '1' } })).json).toMatchObject({
    ...{ status: 400, code: 'invalid' },
    errors: [
      { path: 'period', code: 'unreadable' },
      { path: 'before', code: 'unreadable' },
    ],
  });
});
