import { api } from '@/app/_server/api';
import { listFailuresOperation } from '@/lib/api/history-operations';
import type { RequestError } from '@/lib/api/problems';
import { failureView } from '@/lib/insight/failure-queries';
import { firstFailureOrder } from '@/lib/insight/failure-query';
import { err, ok } from '@/lib/shared/result';

/** What failed in a period, by node_id and raw error code: the reference query with what stands behind each row. */
export const GET = api(listFailuresOperation, async ({ ctx, query }) => {
  const { q: search, workflow = null, owner = null, class: standing = null, sort, page, timeZone } = query;
  const { period = null, day = null, order = firstFailureOrder(sort) } = query;
  const asked = { search, workflow, owner, standing, sort, order, page, period, day };
  const view = await failureView(ctx, asked, { timeZone, locale: 'en', noCode: 'no code' });
  const errors: RequestError[] = view.problems.map(({ reason }) => ({
    path: reason === 'day_outside' ? 'day' : 'period',
    code: reason,
    message: `This does not hold: ${reason.replaceAll('_', ' ')}`,
  }));
  if (workflow !== null && view.query.workflow === null)
    errors.push({ path: 'workflow', code: 'unknown', message: 'No such workflow' });
  if (owner !== null && view.query.owner === null)
    errors.push({ path: 'owner', code: 'unknown', message: 'No such owner group' });
  if (errors.length > 0) return err({ code: 'invalid', errors });
  const failures = view.list.rows.map(({ parts, ...entry }) => ({
    ...entry,
    workflows: parts.map((part) => ({ ...part, class: part.standing, owner: part.owner?.slug ?? null })),
  }));
  const { from, to } = view.span;
  const { page: shown, pages, matching } = view.list;
  return ok({ body: { from, to, page: shown, pages, matches: matching.length, failures } });
});
