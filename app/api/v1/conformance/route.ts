import { api } from '@/app/_server/api';
import { listFindingsOperation } from '@/lib/api/history-operations';
import { findingRows } from '@/lib/history/conformance-queries';
import { listCycles } from '@/lib/history/cycle-queries';
import { readPeriod } from '@/lib/history/window';
import { cursorText, cutPage, readCursor } from '@/lib/shared/keyset';
import { err, ok } from '@/lib/shared/result';

const MOST = 100;

/** Where executions went against the policy that was in force, newest first. */
export const GET = api(listFindingsOperation, async ({ ctx, query }) => {
  const { finding = null, workflow = null, node = null, timeZone, before } = query;
  const cycles = await listCycles(ctx);
  const { period, problem } = readPeriod(query.period ?? null, { now: ctx.now, timeZone, cycles });
  const cursor = readCursor('before', before);
  const invalid = [
    ...(problem === null ? [] : [{ path: 'period', code: problem.reason }]),
    ...(before !== undefined && cursor === null ? [{ path: 'before', code: 'unreadable' }] : []),
  ];
  if (invalid.length > 0) {
    const errors = invalid.map((each) => ({
      ...each,
      message: `This does not hold: ${each.code.replaceAll('_', ' ')}`,
    }));
    return err({ code: 'invalid', errors });
  }
  const span = { from: period.from, to: period.to };
  const choice = { span, finding, workflowRowId: workflow, nodeId: node };
  const { rows, older } = cutPage(await findingRows(ctx, choice, cursor, MOST + 1), cursor, MOST);
  const last = rows.at(-1);
  const findings = rows.map(({ workflowId: workflowKey, workflowRowId, detail, sourceId: _, id: __, ...row }) => {
    const { allowed, gapMs, leastMs, mostMs, endToEnd } = detail ?? {};
    return { ...row, workflowId: workflowRowId, workflowKey, allowed, gapMs, leastMs, mostMs, endToEnd };
  });
  const next = older && last ? cursorText({ at: last.occurredAt, id: last.id }) : null;
  return ok({ body: { ...span, findings, next } });
});
