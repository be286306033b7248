import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presetById } from './registry';
import { ALWAYS, loadSample, readAsViewed, type Sample, short } from './testing/sample';

describe('dify', () => {
  const RUN = 'e0000000-0000-0000-0000-00000000000';
  const [HTTP, LLM] = ['1700000000001', '1700000000002'];
  let sample: Sample;
  beforeEach(async () => {
    sample = await loadSample(presetById('dify'), { file: 'dify', schema: 'dify' });
    return () => sample.remove();
  });

  /** Rows of one run, `at` seconds after it began. */
  const addRun = (run: string, rows: readonly Row[], { by = 'app-run', status = 'failed' } = {}) =>
    sample.change(`
      insert into workflow_runs select '${run}', tenant_id, app_id, workflow_id, type, '${by}', version, null, null,
        '${status}', null, null, 0, created_by_role, created_by, created_at, finished_at from workflow_runs limit 1;
      ${rows.map((row, index) => rowSql(run, { index, ...row })).join('\n')}`);

  interface Row {
    readonly node?: string;
    readonly index?: number;
    readonly status: string;
    readonly error?: string;
    readonly outputs?: string;
    readonly meta?: string;
    readonly by?: string;
  }

  function rowSql(
    run: string,
    { node = HTTP, index = 0, status, error, outputs, meta = '{}', by = 'workflow-run' }: Row,
  ) {
    const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`);
    return `insert into workflow_node_executions select gen_random_uuid(), tenant_id, app_id, workflow_id, '${by}', '${run}',
      ${index}, null, null, '${node}', 'http-request', 'x', '{"a":1}', null, ${text(outputs)}, '${status}', ${text(error)}, 1.5,
      '${meta}', created_at + ${index} * interval '1 s', created_by_role, created_by, finished_at + ${index} * interval '1 s'
      from workflow_node_executions where workflow_run_id = '${RUN}2' limit 1;`;
  }

  test('attempts of three generations: in the history of the row, as rows of their own, and overwritten', async () => {
    await addRun(`${RUN}7`, [{ status: 'failed', error: 'status code 500' }]);
    const attempts = await readAsViewed(sample);
    expect(short(attempts, `${RUN}1`)).toEqual([
      `${HTTP}  1 failed HTTP_503`,
      `${HTTP}  2 succeeded`,
      `${LLM}  1 failed InvokeRateLimitError`,
    ]);
    expect(short(attempts, `${RUN}2`)).toEqual([`${HTTP}  1 failed HTTP_503`, `${HTTP}  2 failed HTTP_503`]);
    expect(short(attempts, `${RUN}7`)).toEqual([`${HTTP}  1 failed HTTP_500`]);
  });

  test('an attempt keeps its number in a slice without those before it', async () => {
    const last = (await sample.attempts()).find(({ runId, attempt }) => runId === `${RUN}2` && attempt === 2);
    const from = last?.occurredAt ?? ALWAYS.from;
    const within = await sample.attempts({ from, to: new Date(from.getTime() + 1) });
    expect(within).toContainEqual(last);
    expect(within.some(({ runId, attempt }) => runId === `${RUN}2` && attempt === 1)).toBe(false);
  });

  test('runs in the editor are left out', async () => {
    await addRun(`${RUN}7`, [{ status: 'failed', by: 'single-step' }]);
    await addRun(`${RUN}8`, [{ status: 'failed' }], { by: 'debugging' });
    const attempts = await readAsViewed(sample);
    for (const run of ['4', '7', '8']) expect(short(attempts, `${RUN}${run}`)).toEqual([]);
  });

  test('what a stopped run left failed was cancelled', async () => {
    expect(short(await readAsViewed(sample), `${RUN}3`)).toEqual([`${HTTP}  1 cancelled`]);
  });

  test('each turn of a loop is an execution, its attempts counted by themselves', async () => {
    const meta = (index: number) => `{"iteration_id":"it","iteration_index":${index},"loop_id":null}`;
    await addRun(`${RUN}7`, [
      { status: 'retry', meta: meta(0), error: 'status code 503' },
      { status: 'succeeded', meta: meta(0) },
      { status: 'succeeded', meta: meta(1) },
      { status: 'exception', meta: meta(2), outputs: '{"error_type":"HttpRequestNodeError"}' },
    ]);
    expect(short(await readAsViewed(sample), `${RUN}7`)).toEqual([
      `${HTTP} 0 1 failed HTTP_503`,
      `${HTTP} 0 2 succeeded`,
      `${HTTP} 1 1 succeeded`,
      `${HTTP} 2 1 failed HttpRequestNodeError`,
    ]);
  });

  test('a node that comes again without a loop that says so is another execution', async () => {
    await addRun(`${RUN}7`, [{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'running' }]);
    expect(short(await readAsViewed(sample), `${RUN}7`)).toEqual([
      `${HTTP}  1 succeeded`,
      `${HTTP} #2 1 succeeded`,
      `${HTTP} #3 1 running`,
    ]);
  });

  test('a success that keeps the error of an earlier attempt has no code', async () => {
    await addRun(`${RUN}7`, [{ status: 'succeeded', error: 'status code 503' }]);
    const attempts = await readAsViewed(sample);
    expect(attempts.filter(({ runId }) => runId === `${RUN}7`)).toMatchObject([
      { errorCode: null, errorMessage: null },
    ]);
  });

  test('what is no JSON, and what jsonb cannot keep, does not stop the rest', async () => {
    await addRun(`${RUN}7`, [
      { status: 'exception', outputs: '{"text":"\\u0000 \\ud83d x \\ud83d\\ude00","error_type":"A"}' },
      { status: 'exception', node: 'b', outputs: '{"text":"cut off', error: 'status code 500' },
      { status: 'exception', node: 'c', outputs: '', meta: 'none', error: 'status code 501' },
    ]);
    expect(short(await sample.attempts(), `${RUN}7`)).toEqual([
      `${HTTP}  1 failed A`,
      'b  1 failed HTTP_500',
      'c  1 failed HTTP_501',
    ]);
  });

  test('a draft is read with the nodes within others; one that is no graph is none', async () => {
    await sample.change(`update workflows set graph = '{"nodes":[{"id":"loop","data":{"type":"loop"}},
      {"id":"in","parentId":"loop","data":{"type":"tool","retry_config":{"retry_enabled":false,"max_retries":3}}}]}'
      where version = 'draft'`);
    const [definition] = await sample.definitions();
    expect(definition?.nodes).toEqual([
      { id: 'loop', name: null, type: 'loop', parent: null, retry: null },
      { id: 'in', name: null, type: 'tool', parent: 'loop', retry: { maxAttempts: 1, delayMs: null } },
    ]);
    expect(definition).toMatchObject({ version_id: 'b0000000-0000-0000-0000-000000000002' });
    expect(definition?.origin).toEqual({
      id: 'b0000000-0000-0000-0000-000000000001',
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await sample.change(`update workflows set graph = '[]'`);
    expect(await sample.definitions()).toEqual([null]);
  });
});

describe('kestra', () => {
  let sample: Sample;
  beforeEach(async () => {
    sample = await loadSample(presetById('kestra'), { file: 'kestra', schema: 'kestra' });
    return () => sample.remove();
  });

  const add = (run: string, taskRuns: readonly object[]) => {
    const value = {
      ...{ id: run, tenantId: 'main', namespace: 'shop', flowId: 'triage', flowRevision: 3, deleted: false },
      state: { current: 'FAILED', startDate: new Date(Date.now() - 3_600_000).toISOString() },
      taskRunList: taskRuns,
    };
    return sample.change(`insert into executions(key, value) values ('${run}', '${JSON.stringify(value)}')`);
  };
  const state = (current: string, minutes = 10) => ({
    state: { current, histories: [{ state: current, date: new Date(Date.now() - minutes * 60_000).toISOString() }] },
  });
  const taskRun = (id: string, taskId: string, attempts: readonly object[], more: object = {}) => ({
    ...{ id, taskId, state: { current: 'FAILED' }, attempts },
    ...more,
  });

  test('tasks that hold others are none: leaves only', async () => {
    await add('x2', [
      taskRun('p', 'group', [state('FAILED')]),
      taskRun('c', 'inner', [state('FAILED', 9)], { parentTaskRunId: 'p' }),
    ]);
    expect(short(await readAsViewed(sample), 'x2')).toEqual(['inner c 1 failed UNCLASSIFIED']);
  });

  test('a killed task was cancelled, a warning is a success, and what runs runs', async () => {
    const states = ['KILLED', 'WARNING', 'RUNNING', 'SKIPPED', 'CANCELLED'];
    await add(
      'x2',
      states.map((each) => taskRun(each, each, [state(each)])),
    );
    expect(short(await readAsViewed(sample), 'x2')).toEqual([
      'CANCELLED  1 cancelled',
      'KILLED  1 cancelled',
      'RUNNING  1 running',
      'SKIPPED  1 skipped',
      'WARNING  1 succeeded',
    ]);
  });

  test('turns of a loop are executions of their own', async () => {
    await add('x2', [
      taskRun('r1', 'each', [state('SUCCESS')], { value: 'a' }),
      taskRun('r2', 'each', [state('FAILED'), state('SUCCESS', 5)], { value: 'b' }),
    ]);
    expect(short(await readAsViewed(sample), 'x2')).toEqual([
      'each r1 1 succeeded',
      'each r2 1 failed UNCLASSIFIED',
      'each r2 2 succeeded',
    ]);
  });

  test('a task run without attempts is one itself', async () => {
    await add('x2', [{ id: 'r1', taskId: 'a', ...state('FAILED') }]);
    expect(short(await readAsViewed(sample), 'x2')).toEqual(['a  1 failed UNCLASSIFIED']);
  });

  test('an attempt without a time is not understood', async () => {
    await add('x2', [taskRun('r1', 'a', [{ state: { current: 'FAILED', histories: [] } }])]);
    expect(await sample.notUnderstood()).toEqual([{ kind: 'missing', value: 'occurred_at' }]);
  });

  test('where the tables have dates and marks of deletion, they are used', async () => {
    await sample.change(`
      alter table executions add column end_date timestamp; alter table logs add column deleted boolean default false;
      update executions set end_date = now() at time zone 'UTC'`);
    expect(await readAsViewed(sample)).toHaveLength(2);
    await sample.change(`update logs set deleted = true`);
    expect(short(await sample.attempts(), 'x1')).toEqual(['call_erp  1 failed UNCLASSIFIED', 'call_erp  2 succeeded']);
    await sample.change(`update executions set end_date = '1970-01-01'`);
    expect(await sample.attempts()).toEqual([]);
  });

  test('the newest revision is read, with all tasks within tasks', async () => {
    const task = (id: string, more: object = {}) => ({ id, type: 't', ...more });
    const retry = { type: 'exponential', interval: 'PT1M', maxAttempts: 4 };
    const value = {
      ...{ id: 'triage', namespace: 'shop', tenantId: 'main', revision: 4, deleted: false },
      tasks: [
        task(
          'if',
          Object.fromEntries([
            ['then', [task('yes')]],
            ['else', [task('no', { retry })]],
          ]),
        ),
        task('switch', { cases: { a: [task('case_a')] }, defaults: [task('other')] }),
        task('each', { tasks: [task('in_each', { tasks: [task('deeper')] })] }),
        task('dag', { tasks: [{ task: task('in_dag'), dependsOn: ['x'] }] }),
      ],
      errors: [task('alarm')],
    };
    await sample.change(`insert into flows(key, value, source_code) values ('k', '${JSON.stringify(value)}', '')`);
    const [definition, ...others] = await sample.definitions();
    expect(others).toEqual([]);
    expect(definition?.version_id).toBe('4');
    expect(definition?.nodes.map(({ id, parent }) => `${parent ?? ''}/${id}`)).toEqual([
      '/if',
      'if/yes',
      'if/no',
      '/switch',
      'switch/other',
      'switch/case_a',
      '/each',
      'each/in_each',
      'in_each/deeper',
      '/dag',
      'dag/in_dag',
      '/alarm',
    ]);
    expect(definition?.nodes.find(({ id }) => id === 'no')?.retry).toEqual({ maxAttempts: 4, delayMs: 60_000 });
  });
});

describe('windmill', () => {
  const ID = '10000000-0000-0000-0000-0000000000';
  const ROOT = `${ID}00`;
  let sample: Sample;
  beforeAll(async () => {
    sample = await loadSample(presetById('windmill'), { file: 'windmill', schema: 'wm' });
  });
  afterAll(() => sample?.remove());

  const job = (id: string, step: string, { parent = ROOT, kind = 'script', root = ROOT, by = '1 minute' } = {}) =>
    `insert into v2_job values ('${ID}${id}', 'acme', now() - interval '${by}', '${kind}', 5, 'f/x', '${parent}',
      '${root}', '${root}', 0, '${step}');`;
  const completed = (id: string, status: string, result = '{}', more = 'null') =>
    `insert into v2_job_completed(id, workspace_id, duration_ms, result, flow_status, status)
      values ('${ID}${id}', 'acme', 5, '${result}', ${more}, '${status}');`;

  test('a canceled step was cancelled', async () => {
    await sample.change(
      job('01', 'b') + completed('01', 'canceled', '{"error":{"name":"Canceled","message":"by me"}}'),
    );
    expect(short(await readAsViewed(sample), ROOT)).toContain('b  1 cancelled');
  });

  test('steps of a flow within a flow are told apart by it, under the outermost', async () => {
    await sample.change(`
      ${job('10', 'sub', { kind: 'flow' })} ${completed('10', 'failure', '{"error":{"name":"X"}}', `'{"modules":[{"id":"a"}]}'`)}
      ${job('11', 'a', { parent: `${ID}10` })} ${completed('11', 'failure', '{"error":{"message":"status code 500"}}')}`);
    const attempts = short(await readAsViewed(sample), ROOT);
    expect(attempts).toContain('sub  1 failed X');
    expect(attempts).toContain(`a ${ID}10 1 failed HTTP_500`);
  });

  test('turns of a loop are told apart by their place', async () => {
    const modules = { modules: [{ id: 'each', flow_jobs: [`${ID}21`, `${ID}22`] }] };
    await sample.change(`
      insert into v2_job select '${ID}20', workspace_id, created_at, kind, runnable_id, runnable_path from v2_job where id = '${ROOT}';
      ${completed('20', 'success', '{}', `'${JSON.stringify(modules)}'`)}
      ${job('21', 'each', { parent: `${ID}20`, root: `${ID}20` })} ${completed('21', 'success')}
      ${job('22', 'each', { parent: `${ID}20`, root: `${ID}20` })} ${completed('22', 'success')}`);
    expect(short(await readAsViewed(sample), `${ID}20`)).toEqual(['each 0 1 succeeded', 'each 1 1 succeeded']);
  });

  test('as long as the flow runs, attempts are numbered in their order, and what runs runs', async () => {
    const of = { parent: `${ID}30`, root: `${ID}30` };
    await sample.change(`
      insert into v2_job select '${ID}30', workspace_id, created_at, kind, runnable_id, runnable_path from v2_job where id = '${ROOT}';
      ${job('31', 'a', of)} ${completed('31', 'failure', '{"error":{"name":"ConnectionError"}}')}
      ${job('32', 'a', of)}`);
    expect(short(await sample.attempts(), `${ID}30`)).toEqual(['a  1 failed ConnectionError', 'a  2 running']);
  });

  test('what is tried in the editor is none', async () => {
    const before = (await sample.attempts()).length;
    await sample.change(`
      insert into v2_job select '${ID}40', workspace_id, created_at, 'flowpreview', runnable_id, runnable_path from v2_job where id = '${ROOT}';
      ${job('41', 'a', { parent: `${ID}40`, root: `${ID}40` })} ${completed('41', 'failure')}`);
    expect((await sample.attempts()).length).toBe(before);
  });

  test('modules within loops and branches are read', async () => {
    const script = (id: string, more: object = {}) => ({ id, value: { type: 'script' }, ...more });
    const retry = { constant: { attempts: 1, seconds: 5 }, exponential: { attempts: 2, seconds: 3, multiplier: 2 } };
    const value = {
      modules: [
        { id: 'loop', value: { type: 'forloopflow', modules: [script('in_loop', { retry })] } },
        { id: 'one', value: { type: 'branchone', branches: [{ modules: [script('b1')] }], default: [script('d')] } },
        {
          id: 'all',
          value: { type: 'branchall', branches: [{ modules: [script('b2')] }, { modules: [script('b3')] }] },
        },
      ],
      failure_module: script('failure'),
    };
    await sample.change(`update flow set value = '${JSON.stringify(value)}'`);
    const [definition] = await sample.definitions();
    expect(definition?.nodes.map(({ id, parent }) => `${parent ?? ''}/${id}`)).toEqual([
      '/loop',
      'loop/in_loop',
      '/one',
      'one/b1',
      'one/d',
      '/all',
      'all/b2',
      'all/b3',
      '/failure',
    ]);
    expect(definition?.nodes[1]?.retry).toEqual({ maxAttempts: 4, delayMs: 5_000 });
    expect(definition).toMatchObject({ name: 'Triage', version_id: '11', tenant_id: 'acme' });
    await sample.change('update flow set archived = true');
    expect(await sample.definitions()).toEqual([]);
  });
});
