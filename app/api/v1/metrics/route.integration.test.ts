import { expect, it } from 'vitest';
import { testPrograms } from '@/app/_server/testing/programs';
import { getMetricsOperation, getOperationsOperation } from '@/lib/api/operation-status-operations';
import { listWorkflowsOperation } from '@/lib/api/workflow-operations';

const { program, call } = testPrograms();

it('says how the product runs, and the same to a Prometheus', async () => {
  const scraper = await program('administrator', ['operations']);
  expect(await scraper.call(getOperationsOperation)).toMatchObject({
    status: 200,
    json: { processes: [], drills: { queued: { count: 0, more: false } }, oldestWriter: null },
  });
  const { status, headers, text } = await scraper.call(getMetricsOperation);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toMatch(/^# HELP [^\n]+\n# TYPE failpath_processes gauge\nfailpath_processes{kind="web",/);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+.e\d]+)$/);
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
});

it('is never open: a token needs that scope, and an administrator behind it; the scope gives nothing else', async () => {
  const scraper = await program('administrator', ['operations']);
  expect((await scraper.call(listWorkflowsOperation)).status).toBe(403);
  const others = [await program('administrator', ['read', 'history']), await program('editor', ['operations'])];
  for (const each of others)
    expect(await each.call(getMetricsOperation)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  expect((await call(getMetricsOperation, 'fp_no_such_token')).status).toBe(401);
});
