import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import type { RawAttempt } from './attempt';
import { withSource } from './read';
import { sourceMappingSchema } from './schema';
import { attemptsStatement, statusesOf } from './statements';
import { understand } from './understand';

const ctx = testContext();
const ROWS = 10_000_000;
const MB = 1_048_576;
const TIME_MS = 1_500_000;

const mapping = sourceMappingSchema.parse({
  kind: 'tables',
  definitions: null,
  statuses: { ok: 'succeeded', bad: 'failed' },
  attempts: {
    from: { schema: 'many', table: 'steps' },
    nodeId: { column: 'node' },
    workflowId: { column: 'node' },
    runId: { column: 'run' },
    status: { column: 'state' },
    errorMessage: { column: 'message' },
    occurredAt: { column: { column: 'ended' }, kind: 'epoch_ms' },
    attempt: { column: { column: 'attempt' }, base: 1 },
  },
});

// A table would take minutes to fill; what is read is the same.
beforeAll(() =>
  runOn(
    ctx.url,
    `create schema many; create view many.steps as
      select 'run' || a as run, 'node' || (b % 7) as node, case when b % 10 = 0 then 'bad' else 'ok' end as state,
        case when b % 10 = 0 then 'Request failed with status code 503, as it does' end as message,
        1767225600000 + (a * 1000 + b)::bigint as ended, b % 3 + 1 as attempt
      from generate_series(1, ${ROWS / 1_000}) a, generate_series(1, 1000) b`,
  ),
);

it(
  'ten million rows take no more memory than a few',
  async () => {
    const slice = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };
    const statuses = statusesOf(mapping);
    let [read, understood, before, most] = [0, 0, 0, 0];
    const found = await withSource(
      { url: ctx.url, own: true },
      async (reader) => {
        for await (const rows of reader.rows<RawAttempt & Record<string, unknown>>(
          attemptsStatement(mapping, slice),
          2_500,
        )) {
          understood += rows.filter((row) => understand(row, statuses).kind === 'attempt').length;
          read += rows.length;
          if (read % 500_000 !== 0) continue;
          const held = memoryHeld();
          if (read === 500_000) before = held;
          most = Math.max(most, held);
        }
      },
      { totalMs: TIME_MS, statementMs: 120_000 },
    );
    expect(found).toEqual({ ok: true, value: undefined });
    expect([read, understood]).toEqual([ROWS, ROWS]);
    expect((most - before) / MB).toBeLessThan(50);
  },
  TIME_MS,
);

/** What is held once everything that is not has been let go: what waits for that says nothing of a leak. */
function memoryHeld(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('memory cannot be let go');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
