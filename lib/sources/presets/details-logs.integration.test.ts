import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readAsViewed, sampleOf, short } from './testing/sample';

describe('n8n', () => {
  const sample = sampleOf('n8n', 'n8n');

  const copy = (id: number, of: number, set = '') =>
    sample.it.change(`
      insert into execution_entity select ${id}, finished, mode, "retryOf", "retrySuccessId", 'success', "createdAt", "startedAt",
        "stoppedAt", "deletedAt", "workflowId", "waitTill", "storedAt", "workflowVersionId" from execution_entity where id = ${of};
      insert into execution_data select ${id}, "workflowData", data, "workflowVersionId" from execution_data where "executionId" = ${of};
      ${set === '' ? '' : `update execution_entity set ${set} where id = ${id}`}`);
  const ofRun = async (run: string) => (await readAsViewed(sample.it, true)).filter(({ runId }) => runId === run);

  test('a node that fails while the run goes on has failed', async () => {
    await copy(3, 1);
    expect(short(await ofRun('3'))).toEqual(['n-1 1 1 succeeded', 'n-2 1 1 failed ECONNREFUSED']);
  });

  test('data kept elsewhere, tries in the editor and deleted runs are not there', async () => {
    await copy(3, 1, `"storedAt" = 'fs'`);
    await copy(4, 1, `mode = 'manual'`);
    await copy(5, 1, `"deletedAt" = now()`);
    expect((await readAsViewed(sample.it, true)).map(({ runId }) => runId).sort()).toEqual(['1', '1', '2', '2']);
  });

  test('data that cannot be read does not stop the rest', async () => {
    const broken = [
      '',
      'x',
      '[]',
      '[1]',
      '[{"resultData":"x"}]',
      '[{"resultData":"9"}]',
      '[{"resultData":"1"},{"runData":"0"}]',
      '[{"a":1}',
    ];
    for (const [index, data] of broken.entries()) {
      await copy(10 + index, 1);
      await sample.it.change(`update execution_data set data = '${data}' where "executionId" = ${10 + index}`);
    }
    expect(short((await sample.it.attempts()).filter(({ runId }) => runId === '1'))).toHaveLength(2);
  });

  test('its own limits hold for the numbers of a node; archived workflows are none', async () => {
    await sample.it.change(`update workflow_entity set nodes = '[
      {"id":"a","name":"A","type":"x","retryOnFail":true},
      {"id":"b","name":"B","type":"x","retryOnFail":true,"maxTries":50,"waitBetweenTries":60000},
      {"name":"C","type":"x","retryOnFail":false,"maxTries":4}]'`);
    const [definition] = await sample.it.definitions();
    expect(definition?.nodes.map(({ id, retry }) => [id, retry])).toEqual([
      ['a', { maxAttempts: 3, delayMs: 1_000 }],
      ['b', { maxAttempts: 5, delayMs: 5_000 }],
      ['C', { maxAttempts: 1, delayMs: null }],
    ]);
    await sample.it.change('update workflow_entity set "isArchived" = true');
    expect(await sample.it.definitions()).toEqual([]);
  });
});

describe('airflow', () => {
  const sample = sampleOf('airflow', 'af');

  const add = (task: string, map: number, tries: number, state: string | null, table = 'task_instance') =>
    sample.it.change(`insert into ${table}(${table === 'task_instance' ? 'id' : 'task_instance_id'}, task_id, dag_id, run_id,
      map_index, start_date, end_date, duration, state, try_number, operator) values (gen_random_uuid(), '${task}', 'triage', 'r2',
      ${map}, now() - interval '2 h', now() - interval '1 h', 60, ${state === null ? 'null' : `'${state}'`}, ${tries}, 'HttpOperator')`);
  const ofRun = async () => (await readAsViewed(sample.it, true)).filter(({ runId }) => runId === 'r2');

  test('a mapped task is one execution for each of its values', async () => {
    await add('each', 0, 1, 'success');
    await add('each', 1, 2, 'failed');
    await add('each', 1, 1, 'up_for_retry', 'task_instance_history');
    expect(short(await ofRun())).toEqual([
      'each 0 1 succeeded',
      'each 1 1 failed HttpOperator_FAILED',
      'each 1 2 failed HttpOperator_FAILED',
    ]);
  });

  test('a try that stands in both tables is one', async () => {
    await add('both', -1, 1, 'failed');
    await add('both', -1, 1, 'failed', 'task_instance_history');
    expect(short(await ofRun())).toEqual(['both  1 failed HttpOperator_FAILED']);
  });

  test('what failed before it is not its own failure, and was never tried', async () => {
    await add('after', -1, 0, 'upstream_failed');
    const attempts = (await sample.it.attempts()).filter(({ runId }) => runId === 'r2');
    expect(short(attempts)).toEqual(['after  1 skipped']);
  });

  test('a task without a state runs', async () => {
    await add('cleared', -1, 1, null);
    expect(short(await ofRun())).toEqual(['cleared  1 running']);
  });

  test('a packed DAG is unpacked; what is none is none; the newest version counts', async () => {
    const task = { task_id: 'packed', task_type: 'Op', retries: 1, retry_delay: { __type: 'timedelta', __var: 30 } };
    const plain = { task_id: 'plain', task_type: 'Op' };
    const data = {
      client_defaults: { tasks: { retries: 4 } },
      dag: {
        dag_id: 'triage',
        tasks: [
          { __type: 'operator', __var: task },
          { __type: 'operator', __var: plain },
        ],
      },
    };
    const packed = deflateSync(JSON.stringify(data)).toString('hex');
    await sample.it.change(`
      insert into dag_version values ('00000000-0000-0000-0000-0000000000d2', 2, 'triage', 'dags', 'def');
      insert into serialized_dag(id, dag_id, data_compressed, dag_hash, dag_version_id)
        values (gen_random_uuid(), 'triage', '\\x${packed}', 'h', '00000000-0000-0000-0000-0000000000d2')`);
    const [definition] = await sample.it.definitions();
    expect(definition).toMatchObject({ workflow_id: 'triage', version_id: '2' });
    expect(definition?.nodes.map(({ id, retry }) => [id, retry])).toEqual([
      ['packed', { maxAttempts: 2, delayMs: 30_000 }],
      ['plain', { maxAttempts: 5, delayMs: 300_000 }],
    ]);
    await sample.it.change(`update serialized_dag set data_compressed = '\\x00ff' where data is null`);
    expect(await sample.it.definitions()).toEqual([null]);
  });
});

describe('conductor', () => {
  const sample = sampleOf('conductor', 'cdt');

  const add = (id: string, task: object) =>
    sample.it.change(
      `insert into task(task_id, json_data) values ('${id}', '${JSON.stringify({
        ...{ taskId: id, workflowInstanceId: 'w1', workflowType: 'triage', referenceTaskName: id, retryCount: 0 },
        ...task,
      })}')`,
    );
  const hour = Date.now() - 3_600_000;

  test('an end of 0 is none: the task runs', async () => {
    await add('t3', { status: 'IN_PROGRESS', startTime: hour, updateTime: hour + 1_000, endTime: 0 });
    await add('t4', { status: 'SCHEDULED', startTime: 0, scheduledTime: hour, endTime: 0 });
    const attempts = await sample.it.attempts();
    expect(attempts.find(({ nodeId }) => nodeId === 't3')).toMatchObject({
      ...{ status: 'running', occurredAt: new Date(hour + 1_000), durationMs: null },
    });
    expect(attempts.find(({ nodeId }) => nodeId === 't4')).toMatchObject({ occurredAt: new Date(hour) });
  });

  test('what timed out has that as its code, a terminal error that of its reason', async () => {
    await add('t3', { status: 'TIMED_OUT', reasonForIncompletion: 'status code 503', endTime: hour });
    await add('t4', { status: 'FAILED_WITH_TERMINAL_ERROR', reasonForIncompletion: 'status code 401', endTime: hour });
    await add('t5', { status: 'COMPLETED_WITH_ERRORS', endTime: hour });
    await add('t6', { status: 'CANCELED', endTime: hour });
    expect(short(await readAsViewed(sample.it))).toEqual(
      expect.arrayContaining(['t3  1 failed TIMED_OUT', 't4  1 failed HTTP_401', 't5  1 succeeded', 't6  1 cancelled']),
    );
  });

  test('a task in a loop is the one that is defined, each turn by itself', async () => {
    for (const turn of [1, 2]) {
      await add(`t${turn}0`, {
        referenceTaskName: `call__${turn}`,
        iteration: turn,
        status: 'COMPLETED',
        endTime: hour,
      });
    }
    await add('t3', { referenceTaskName: 'call__x', iteration: 0, status: 'COMPLETED', endTime: hour });
    expect(short(await sample.it.attempts())).toEqual(
      expect.arrayContaining(['call 1 1 succeeded', 'call 2 1 succeeded', 'call__x  1 succeeded']),
    );
  });

  test('the document holds workflow and task definitions byte for byte, the newest version only', async () => {
    const workflow = `{ "name":"triage",  "version":2, "tasks":[{"name":"call_erp","taskReferenceName":"a","type":"SIMPLE"},
      {"name":"s","taskReferenceName":"switch","type":"SWITCH","decisionCases":{"x":[{"name":"call_erp","taskReferenceName":"b"}]},
       "defaultCase":[{"name":"none","taskReferenceName":"c"}]},
      {"name":"f","taskReferenceName":"fork","type":"FORK_JOIN","forkTasks":[[{"name":"call_erp","taskReferenceName":"d","retryCount":0}]]},
      {"name":"l","taskReferenceName":"loop","type":"DO_WHILE","loopOver":[{"name":"other","taskReferenceName":"e"}]}]}`;
    const taskDef = '{"name":"call_erp", "retryCount":2,\n "retryDelaySeconds":7 }';
    await sample.it.change(`update meta_workflow_def set latest_version = 2;
      insert into meta_workflow_def(name, version, latest_version, json_data) values ('triage', 2, 2, '${workflow}');
      insert into meta_task_def(name, json_data) values ('unused', '{}'), ('triage', '{}'), ('e', '{}');
      update meta_task_def set json_data = '${taskDef}' where name = 'call_erp'`);
    const definitions = await sample.it.definitions();
    expect(definitions).toHaveLength(1);
    const [definition] = definitions;
    expect(definition?.document).toBe(`{"workflow":${workflow},"taskDefs":[${taskDef}]}`);
    expect(definition?.origin).toMatchObject({ taskDefs: [{ name: 'call_erp', modified: expect.any(String) }] });
    expect(definition?.nodes.map(({ id, parent, retry }) => [id, parent, retry?.maxAttempts, retry?.delayMs])).toEqual([
      ['a', null, 3, 7_000],
      ['switch', null, undefined, undefined],
      ['b', 'switch', 3, 7_000],
      ['c', 'switch', undefined, undefined],
      ['fork', null, undefined, undefined],
      ['d', 'fork', 1, 7_000],
      ['loop', null, undefined, undefined],
      ['e', 'loop', undefined, undefined],
    ]);
  });
});
