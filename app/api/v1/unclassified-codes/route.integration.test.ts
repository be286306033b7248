import { expect, it } from 'vitest';
import { testPrograms } from '@/app/_server/testing/programs';
import { listUnclassifiedOperation } from '@/lib/api/history-operations';
import { WHOLE, writeExecutions, writeWorkflow } from '@/lib/insight/testing/nodes';

const { base, program } = testPrograms();

it('codes that nobody classified are those of the page, narrowed by what is asked', async () => {
  await base.db.ownerGroup.create({ data: { slug: 'pay', name: 'Payments' } });
  const { id, nodes } = await writeWorkflow(base.db, {
    ...{ key: 'orders', name: 'Orders', owner: 'pay' },
    nodes: [{ nodeId: 'charge', name: 'Charge', config: WHOLE }],
  });
  const at = new Date(Date.now() - 60_000);
  await writeExecutions(base.db, 'orders', [
    { nodeId: 'charge', times: 3, codes: ['E_ODD'], ends: false, at },
    { nodeId: 'charge', times: 1, codes: [null, 'card_declined'], ends: false, at },
  ]);
  const reader = await program('viewer');
  const ask = async (query?: Record<string, string>) => (await reader.call(listUnclassifiedOperation, { query })).json;
  const worst = [{ nodeRowId: nodes.get('charge'), nodeName: 'Charge', workflowName: 'Orders', failures: 3 }];
  expect(await ask()).toMatchObject({
    ...{ page: 1, pages: 1, matches: 2 },
    codes: [
      { errorCode: 'E_ODD', failures: 3, nodes: 1, firstSeen: at.toISOString(), example: null, worst },
      { errorCode: null, failures: 1 },
    ],
  });
  expect(await ask({ workflow: id, group: 'pay', q: 'e_odd' })).toMatchObject({ matches: 1 });
  expect(await ask({ workflow: '00000000-0000-4000-8000-000000000000', group: 'nobody' })).toMatchObject({
    ...{ status: 400, code: 'invalid' },
    errors: [
      { path: 'workflow', code: 'unknown' },
      { path: 'group', code: 'unknown' },
    ],
  });
});
