import { api } from '@/app/_server/api';
import { listUnclassifiedOperation } from '@/lib/api/history-operations';
import type { RequestError } from '@/lib/api/problems';
import { firstUnclassifiedOrder } from '@/lib/insight/unclassified-list';
import { listUnclassified } from '@/lib/insight/unclassified-queries';
import { err, ok } from '@/lib/shared/result';

/** Codes that count as terminal only because nobody decided, by raw code: what the page of them shows. */
export const GET = api(listUnclassifiedOperation, async ({ ctx, query }) => {
  const { q: search, workflow = null, group = null, sort, page, order = firstUnclassifiedOrder(sort) } = query;
  const asked = { search, workflow, group, sort, order, page };
  const found = await listUnclassified(ctx, asked, { locale: 'en', noCode: 'no code' });
  const errors: RequestError[] = [];
  if (workflow !== null && found.workflow === null)
    errors.push({ path: 'workflow', code: 'unknown', message: 'No workflow of that id has such a code' });
  if (group !== null && found.group === null)
    errors.push({ path: 'group', code: 'unknown', message: 'No such owner group' });
  if (errors.length > 0) return err({ code: 'invalid', errors });
  const codes = found.rows.map(({ worst, ...row }) => ({
    ...row,
    worst: worst.map(({ id, name, ...node }) => ({ nodeRowId: id, nodeName: name, ...node })),
  }));
  return ok({ body: { page: found.page, pages: found.pages, matches: found.matches, codes } });
});
