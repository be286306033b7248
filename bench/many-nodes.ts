import { createDb, type Db } from '@/lib/db/client';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { runOn } from '@/lib/testing/server';

export const WORKFLOWS = 100;
export const NODES = 10_000;
export const STEPS = 200_000;
const GROUPS = 30;

/** Kinds of nodes as a platform delivers them: untouched, half done, complete, wrong, nothing that could fail. */
const KINDS = [
  {},
  { actions: [{ id: 'call', kind: 'http', target: 'POST api.example/v1/things' }] },
  { actions: [{ id: 'call', kind: 'third_party', target: 'GET partner.example/items', idempotent: true }] },
  {
    actions: [{ id: 'write', kind: 'database', target: 'table ledger', idempotent: true }],
    classification: [{ code: 'card_declined', class: 'terminal', reason: 'the bank refused' }],
    retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' },
    onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
  },
  { actions: [] },
  { retry: { maxAttempts: 0 } },
  {
    actions: [{ id: 'send', kind: 'queue', target: 'topic orders', idempotent: false, repeatable: true }],
    classification: [{ code: 'odd_*', class: 'transient' }],
    retry: {
      maxAttempts: 5,
      backoff: 'fixed',
      initialInterval: '2s',
      maxInterval: '2s',
      retryOn: ['timeout', 'http_5xx'],
    },
  },
];

/**
 * Fills an empty, migrated database: 10,000 nodes in 100 workflows, and 200,000 steps of 40 days of which 5 %
 * failed, most of them on few nodes. The same rows each time, but for the moment at which the history ends.
 */
export async function fillWithManyNodes(url: string): Promise<void> {
  const db = createDb(url);
  try {
    await insertDefinitions(db);
  } finally {
    await db.$disconnect();
  }
  await runOn(url, HISTORY);
  await runOn(url, 'vacuum analyze');
}

async function insertDefinitions(db: Db): Promise<void> {
  await db.source.create({ data: { key: 'own', name: 'Failpath', kind: 'failpath' } });
  await db.ownerGroup.createMany({
    data: Array.from({ length: GROUPS }, (_, index) => ({ slug: `team-${index}`, name: `Team ${index}` })),
  });
  await db.$executeRaw`
    insert into workflow (source_id, key, name, dialect, file_name, text, owner)
    select s.id, 'flow-' || i, 'Process ' || i || case when i % 3 = 0 then ' 订单' else '' end, 'failpath',
           'flow-' || i || '.yaml', '', case when i % 4 > 0 then 'team-' || i % ${GROUPS}::int end
    from source s, generate_series(1, ${WORKFLOWS}::int) i`;
  const kinds = JSON.stringify(KINDS);
  await db.$executeRaw`
    insert into node (workflow_id, node_id, position, name, config)
    select w.id, 'step-' || i, i, 'Step ' || i || ' ' || (array['Charge', 'Ship', 'Notify', '对账', 'Book', 'Archive'])[1 + i % 6],
           (${kinds}::jsonb -> ((i * 3 + length(w.key)) % ${KINDS.length}::int))
             || case when i % 5 = 0 then jsonb_build_object('owner', 'team-' || i % ${GROUPS}::int) else '{}' end
    from workflow w, generate_series(1, ${NODES / WORKFLOWS}::int) i`;
}

/** A few nodes get most of it: the cube of an even number leans towards zero. */
const HISTORY = `
  select setseed(0.42);
  create temporary table numbered as
    select w.source_id, w.key, n.node_id, row_number() over (order by md5(n.id::text)) - 1 as number
    from node n join workflow w on w.id = n.workflow_id;
  create temporary table run as
    select i, floor(power(random(), 3) * ${NODES})::int as number, random() < 0.05 as failed, random() < 0.6 as again,
           now() - random() * interval '40 days' as at, floor(power(random(), 2) * 20)::int as code
    from generate_series(1, ${STEPS}) i;
  insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code, occurred_at)
    select n.source_id, n.key, 'run-' || r.i, n.node_id, 1, case when failed then 'failed' else 'succeeded' end,
           case when failed then (array['timeout', 'http_503', 'card_declined', 'ECONNRESET', 'odd_1'])[1 + code % 5]
             || case when code > 10 then '_' || code else '' end end, at
    from run r join numbered n using (number);
  insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, occurred_at)
    select n.source_id, n.key, 'run-' || r.i, n.node_id, 2, 'succeeded', at + interval '5 seconds'
    from run r join numbered n using (number) where failed and again`;
