import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setAt, valueAt } from '@/lib/policy/edit';
import { testContext } from '@/lib/testing/context';
import { previewNode } from './preview';
import { fromJsonColumn } from './store';
import { connectedSource, POLICY } from './testing/connected';

const ctx = testContext();
const source = connectedSource(ctx, 'conductor', 'cdt');

describe('Conductor', () => {
  const REF = 'call_erp_ref';
  const there = async () => {
    const [row] = await ctx.db.$queryRaw<{ workflow: string; task: string; modified: string }[]>`
      select w.json_data as workflow, t.json_data as task, t.modified_on::text as modified
      from cdt.meta_workflow_def w, cdt.meta_task_def t where w.name = 'triage' and t.name = 'call_erp'`;
    if (!row) throw new Error('nothing there');
    return row;
  };
  const setTask = (json: string) =>
    ctx.db
      .$executeRaw`update cdt.meta_task_def set json_data = ${json}, modified_on = clock_timestamp() where name = 'call_erp'`;
  const setWorkflow = (json: string) =>
    ctx.db
      .$executeRaw`update cdt.meta_workflow_def set json_data = ${json}, modified_on = clock_timestamp() where name = 'triage'`;
  let first: Awaited<ReturnType<typeof there>>;

  beforeAll(async () => {
    await source.load();
    await ctx.db.$executeRaw`insert into cdt.meta_workflow_def(name, version, latest_version, json_data)
      values ('billing', 1, 1, ${'{"name":"billing","tasks":[{"name":"call_erp","taskReferenceName":"bill_ref","type":"SIMPLE"}]}'})`;
    first = await there();
  });
  beforeEach(async () => {
    await setTask(first.task);
    await setWorkflow(first.workflow);
    await source.connect();
    await source.sync();
  });

  test('a policy gets into its task, its retry into the task definition, and every other byte stays', async () => {
    const publish = await source.draft(REF);
    expect(await publish()).toMatchObject({ ok: true, value: { workflowVersion: 2 } });
    const after = await there();
    expect(after.task).toBe(
      first.task
        .replace('"retryCount":2', '"retryCount":3')
        .replace('"FIXED"', '"EXPONENTIAL_BACKOFF"')
        .replace('"retryDelaySeconds":10', '"retryDelaySeconds":2'),
    );
    expect(after.workflow.replace(/, "metadata":\{"failpath":.*"manual"\}\}\}/, '')).toBe(first.workflow);
    expect(JSON.parse(after.workflow).tasks[0].metadata.failpath).toEqual(POLICY);
    expect(after.modified).not.toBe(first.modified);
    // What is compared the next time is what stands there now.
    expect(await (await source.draft(REF, setAt(POLICY, ['retry', 'maxAttempts'], 3)))()).toMatchObject({
      ok: true,
    });
    await source.sync();
    expect((await source.rowOf(REF)).workflow.version).toBe(3);
  });

  test('lines before, between and after, and words of another format, stay as they are', async () => {
    const spaced = (json: string) => ` \r\n${json.replaceAll(',', ' ,\r\n\t')}\r\n \n`;
    const [workflow, task] = [
      spaced(first.workflow.replace('"type"', '"inputParameters":{"StartAt":"a","States":1e400},"type"')),
      spaced(first.task),
    ];
    await setWorkflow(workflow);
    await setTask(task);
    await source.sync();
    expect(await (await source.draft(REF))()).toMatchObject({ ok: true });
    const after = await there();
    expect(after.task).toBe(
      task
        .replace('"retryCount":2', '"retryCount":3')
        .replace('"FIXED"', '"EXPONENTIAL_BACKOFF"')
        .replace('"retryDelaySeconds":10', '"retryDelaySeconds":2'),
    );
    const [before = '', policy = ''] = after.workflow.split(/,\s*"metadata":/);
    expect(workflow.startsWith(before)).toBe(true);
    expect(workflow.endsWith(policy.slice(policy.indexOf('"manual"}}}') + '"manual"}}}'.length))).toBe(true);
    expect(JSON.parse(after.workflow).tasks[0].metadata.failpath).toEqual(POLICY);
  });

  test('who else goes by the same task definition is said before, and sees it with the next reading', async () => {
    const nodeRowId = await source.rowIdOf(REF);
    const asked = { nodeRowId, document: POLICY, replaceEngineRetry: false, text: null, held: null };
    expect((await previewNode(ctx, asked))?.shared).toEqual({ name: 'call_erp', nodes: [], workflows: ['billing'] });
    await (await source.draft(REF))();
    await source.sync();
    const other = await source.rowOf('bill_ref');
    expect(valueAt(fromJsonColumn(other.config), ['retry', 'maxAttempts'])).toBe(4);
    expect(other.version).toBe(2);
  });

  test('the task definition was changed there meanwhile: both sides, and nothing is lost', async () => {
    const publish = await source.draft(REF);
    const theirs = first.task.replace('"retryCount":2', '"retryCount":8');
    await setTask(theirs);
    expect(await publish()).toMatchObject({
      error: { reason: 'conflict', version: 2, published: { retry: { maxAttempts: 9 } } },
    });
    expect(await there()).toMatchObject({ task: theirs, workflow: first.workflow });
    expect((await source.rowOf(REF)).draft).not.toBeNull();
  });

  test('something else of it was changed there meanwhile, or only saved again: published on top', async () => {
    const publish = await source.draft(REF);
    await setTask(first.task.replace('"timeoutSeconds":60', '"timeoutSeconds":61'));
    await setWorkflow(first.workflow.replace('"version":1', '"version":1,"description":"theirs"'));
    expect(await publish()).toMatchObject({ ok: true });
    const after = await there();
    expect(after.task).toContain('"timeoutSeconds":61');
    expect(after.task).toContain('"retryCount":3');
    expect(after.workflow).toContain('"description":"theirs"');
  });

  test('the second statement is refused: the first is taken back', async () => {
    const publish = await source.draft(REF);
    await ctx.db
      .$executeRaw`alter table cdt.meta_task_def add constraint nothing check (json_data not like '%EXPONENTIAL%') not valid`;
    expect(await publish()).toMatchObject({ error: { reason: 'source_failed', source: 'Our conductor' } });
    await ctx.db.$executeRaw`alter table cdt.meta_task_def drop constraint nothing`;
    expect((await there()).workflow).toBe(first.workflow);
    expect((await source.rowOf(REF)).workflow.version).toBe(1);
    expect((await source.rowOf(REF)).draft).not.toBeNull();
  });
});
