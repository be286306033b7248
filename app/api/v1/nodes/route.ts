import { api } from '@/app/_server/api';
import { listNodesOperation } from '@/lib/api/node-operations';
import { firstOrder } from '@/lib/insight/node-list';
import { listNodePage } from '@/lib/insight/node-list-queries';
import { err, ok } from '@/lib/shared/result';

/** Names are in the order of this language; figures do not depend on either. */
const READER = { locale: 'en', timeZone: 'UTC' } as const;

/** The list of nodes, filtered and ordered as on its page. */
export const GET = api(listNodesOperation, async ({ ctx, query }) => {
  const { q: search, workflow = null, group = null, show: filters = [], standard = null, sort, page } = query;
  const { order = firstOrder(sort) } = query;
  const found = await listNodePage(ctx, { search, workflow, group, filters, standard, sort, order, page }, READER);
  if (workflow !== null && found.workflow === null)
    return err({ code: 'invalid', errors: [{ path: 'workflow', code: 'unknown', message: 'No such workflow' }] });
  if (group !== null && found.group === null)
    return err({ code: 'invalid', errors: [{ path: 'group', code: 'unknown', message: 'No such group' }] });
  if (standard !== null && found.standard === null)
    return err({ code: 'invalid', errors: [{ path: 'standard', code: 'unknown', message: 'No such standard' }] });
  const nodes = found.rows.map(({ owner, coverage, ...row }) => ({
    ...row,
    owner: owner?.slug ?? null,
    coverage: coverage.state,
    lacks: coverage.lacks,
  }));
  return ok({ body: { page: found.page, pages: found.pages, matches: found.matches, nodes } });
});
