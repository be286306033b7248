import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { HOUR_MS } from '@/lib/shared/clock';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { failureEntries } from './failure-entries';
import { failureReport } from './failure-queries';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('puts failures, class and owner together from the tables', async () => {
  const { db } = database;
  const now = new Date();
  const ctx = { db, actor: LOCAL_OWNER, now };
  expect(await failureReport(ctx, 'Asia/Shanghai')).toMatchObject({ rows: [], begins: null });

  const source = await db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  await db.ownerGroup.create({ data: { slug: 'payments-ops', name: 'Payments' } });
  const workflow = await db.workflow.create({
    data: {
      ...{ sourceId: source.id, key: 'orders', name: 'Orders', dialect: 'failpath', fileName: 'orders.yaml', text: '' },
      nodes: {
        create: {
          ...{ nodeId: 'charge', name: 'Charge the card', position: 0 },
          config: { owner: 'payments-ops', classification: [{ code: 'psp_busy', class: 'transient' }] },
        },
      },
    },
    include: { nodes: true },
  });
  const step = (runId: string, attempt: number, status: string, errorCode: string | null) => ({
    ...{ sourceId: source.id, workflowId: 'orders', nodeId: 'charge', runId, attempt, status, errorCode },
    occurredAt: new Date(now.getTime() - HOUR_MS + attempt),
  });
  await db.workflowRunStep.createMany({
    data: [step('1', 1, 'failed', 'psp_busy'), step('1', 2, 'succeeded', null), step('2', 1, 'failed', null)],
  });

  const report = await failureReport(ctx, 'Asia/Shanghai');
  expect(report.begins).toEqual(new Date(now.getTime() - HOUR_MS + 1));
  expect(report.daily.map(({ errorCode, failures }) => [errorCode, failures])).toEqual(
    expect.arrayContaining([
      ['psp_busy', 1],
      [null, 1],
    ]),
  );
  const common = { nodeName: 'Charge the card', failures: 1, executions: 2, rate: 0.5 };
  const nodeRowId = workflow.nodes[0]?.id;
  const owner = { slug: 'payments-ops', name: 'Payments' };
  expect(failureEntries(report, null)).toMatchObject([
    { ...common, errorCode: 'psp_busy', recovered: 1, parts: [{ nodeRowId, owner, standing: 'transient' }] },
    { ...common, errorCode: null, finalFailures: 1, parts: [{ nodeRowId, owner, standing: 'unclassified' }] },
  ]);
});
