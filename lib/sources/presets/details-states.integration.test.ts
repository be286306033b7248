import { describe, expect, test } from 'vitest';
import { deriveErrorCode } from '@/lib/sources/error-code';
import { sqlText } from '@/lib/sources/sql';
import { ALWAYS, readAsViewed, sampleOf, short } from './testing/sample';

describe('prefect', () => {
  const sample = sampleOf('prefect', 'pf');
  const ID = '00000000-0000-0000-0000-0000000000';

  const add = (id: string, key: string, states: readonly (readonly [string, string])[]) =>
    sample.it.change(`
      insert into task_run(id, flow_run_id, task_key, dynamic_key) values ('${ID}${id}', '${ID}e1', 'call_erp-1f2e3d4c', '${key}');
      ${states
        .map(
          ([type, name], index) => `insert into task_run_state(task_run_id, type, name, "timestamp")
            values ('${ID}${id}', '${type}', '${name}', now() - interval '1 h' + interval '${index} s');`,
        )
        .join('\n')}`);

  test('a task that is called again in a run is another execution', async () => {
    await add('a2', '1', [
      ['PENDING', 'Pending'],
      ['RUNNING', 'Running'],
      ['COMPLETED', 'Completed'],
    ]);
    expect(short(await readAsViewed(sample.it))).toEqual([
      'call_erp-1f2e3d4c 0 1 failed RETRIED_UNKNOWN',
      'call_erp-1f2e3d4c 0 2 failed ConnectTimeout',
      'call_erp-1f2e3d4c 1 1 succeeded',
    ]);
  });

  test('where waiting for a retry leaves no state, its beginning says that the one before failed', async () => {
    await add('a2', 'x', [
      ['RUNNING', 'Running'],
      ['RUNNING', 'Retrying'],
      ['CRASHED', 'Crashed'],
    ]);
    await add('a3', 'y', [['FAILED', 'TimedOut']]);
    expect(short(await readAsViewed(sample.it))).toEqual(
      expect.arrayContaining([
        'call_erp-1f2e3d4c x 1 failed RETRIED_UNKNOWN',
        'call_erp-1f2e3d4c x 2 failed CRASHED',
        'call_erp-1f2e3d4c y 1 failed TimedOut',
      ]),
    );
  });

  test('a try that has not ended runs', async () => {
    await add('a2', 'x', [
      ['RUNNING', 'Running'],
      ['SCHEDULED', 'AwaitingRetry'],
      ['RUNNING', 'Retrying'],
    ]);
    expect(short(await sample.it.attempts())).toEqual(
      expect.arrayContaining(['call_erp-1f2e3d4c x 1 failed RETRIED_UNKNOWN', 'call_erp-1f2e3d4c x 2 running']),
    );
  });

  test('an attempt keeps its number in a slice without those before it', async () => {
    const whole = await sample.it.attempts();
    const last = whole.find(({ attempt }) => attempt === 2);
    expect(await sample.it.attempts({ from: last?.occurredAt ?? ALWAYS.from, to: ALWAYS.to })).toEqual([last]);
  });
});

describe('vm0', () => {
  const sample = sampleOf('vm0', 'vm0');

  test('runs by hand belong to no workflow', async () => {
    const raw = await sample.it.raw();
    expect(raw).toHaveLength(6);
    expect(raw.map(({ error_message: message }) => message)).not.toContain('manual run, no automation');
  });

  test('a run that timed out may have failed later: the same attempt, with another code', async () => {
    const find = async () =>
      (await readAsViewed(sample.it)).find(({ errorMessage }) => errorMessage?.includes('heartbeat'));
    const before = await find();
    expect(before).toMatchObject({ status: 'failed', errorCode: 'timeout' });
    await sample.it.change(
      `update agent_runs set status = 'failed', failure_reason = 'provider_overloaded' where status = 'timeout'`,
    );
    expect(await find()).toEqual({ ...before, errorCode: 'provider_overloaded' });
  });

  test('a run that has not ended stands where it was made', async () => {
    const running = (await sample.it.attempts()).filter(({ status }) => status === 'running');
    expect(running).toMatchObject([{ durationMs: null }]);
  });
});

describe('dbos', () => {
  const sample = sampleOf('dbos', 'dbos');

  test('errors that are neither JSON nor packed do not stop the rest, and steps of DBOS itself are none', async () => {
    const errors = ['{"name": cut', 'not base64!', '', '{"message":"status code 503"}'];
    for (const [index, error] of errors.entries()) {
      await sample.it.change(`insert into operation_outputs(workflow_uuid, function_id, function_name, error, completed_at_epoch_ms)
        values ('u1', ${10 + index}, 'again', '${error}', (extract(epoch from now())*1000)::bigint)`);
    }
    await sample.it.change(
      `insert into operation_outputs(workflow_uuid, function_id, function_name) values ('u1', 20, 'DBOS.sleep')`,
    );
    expect(short(await sample.it.attempts())).toEqual([
      'again 10 1 failed OPAQUE',
      'again 11 1 failed OPAQUE',
      'again 12 1 failed OPAQUE',
      'again 13 1 failed HTTP_503',
      'call_erp 2 1 failed DBOSMaxStepRetriesExceeded',
      'load 1 1 succeeded',
      'notify 3 1 failed ValueError',
    ]);
  });

  test('an application is a tenant', async () => {
    await sample.it.change(`update workflow_status set application_name = 'shop'`);
    expect(await sample.it.attempts(ALWAYS, 'shop')).toHaveLength(3);
    expect(await sample.it.attempts(ALWAYS, 'other')).toEqual([]);
  });
});

describe('failpath', () => {
  const sample = sampleOf('failpath', 'public');

  test("reads another Failpath's tables", async () => {
    await sample.it.change(`
      insert into source(id, key, name, kind) values
        ('10000000-0000-0000-0000-000000000001', 'one', 'One', 'own'), ('10000000-0000-0000-0000-000000000002', 'two', 'Two', 'own');
      insert into workflow(id, source_id, key, name, dialect, file_name, text) values
        ('20000000-0000-0000-0000-000000000001', '10000000-0000-0000-0000-000000000001', 'w', 'W', 'failpath', 'w.yaml', '');
      insert into node(workflow_id, node_id, parent_id, position, name, type, config) values
        ('20000000-0000-0000-0000-000000000001', 'b', 'a', 1, 'B', null, '{}'),
        ('20000000-0000-0000-0000-000000000001', 'a', null, 0, 'A', 'http', '{"retry":{"maxAttempts":4,"initialInterval":"5s"}}');
      insert into workflow_run_step(source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, occurred_at, duration_ms)
        select ('10000000-0000-0000-0000-00000000000' || s)::uuid, 'w', 'r' || s, 'a', '7', 2, 'failed', 'X', '2026-11-20T08:00:00.123Z', 12
        from generate_series(1, 2) s`);
    expect(await sample.it.attempts(ALWAYS, 'one')).toEqual([
      {
        ...{ nodeId: 'a', workflowId: 'w', runId: 'r1', subIndex: '7', attempt: 2, status: 'failed', errorCode: 'X' },
        ...{ errorMessage: null, payloadHash: null, durationMs: 12, occurredAt: new Date('2026-11-20T08:00:00.123Z') },
      },
    ]);
    expect(await sample.it.attempts()).toHaveLength(2);
    expect(await sample.it.definitions('two')).toEqual([]);
    expect(await sample.it.definitions()).toMatchObject([
      {
        ...{ workflow_id: 'w', name: 'W', version_id: '1', tenant_id: 'one' },
        nodes: [
          { id: 'a', parent: null, type: 'http', retry: { maxAttempts: 4, delayMs: 5_000 } },
          { id: 'b', parent: 'a', retry: null },
        ],
      },
    ]);
  });
});

describe('codes of texts', () => {
  const sample = sampleOf('vm0', 'vm0');

  test('are those of the SQL function of the samples', async () => {
    const words = [
      'status',
      'status_code',
      'HTTP/1.1',
      'HTTP/',
      '503',
      '5031',
      '42',
      'Foo',
      'fooError',
      'FooError',
      'Error',
      'TimeoutError',
      'Timeout',
      'NotFound',
      'XNotFound',
      'ECONNRESET',
      'XECONN',
      'EAI_AGAIN',
      'SQLSTATE',
      '42P01',
      'sqlstate',
      'rate',
      'limit',
      'time',
      'out',
      'timed',
      'unauthorized',
      'oom',
      'connection',
      'reset',
      ' ',
      ' ',
      ': ',
      '[',
      '=',
      '-',
      '\n',
      'é',
      '表',
    ]; // prettier-ignore
    const texts = Array.from({ length: 4_000 }, (_, seed) => {
      const pick = (step: number) => words[Math.floor(random(seed * 31 + step) * words.length)] ?? '';
      return Array.from({ length: 1 + (seed % 7) }, (_unused, step) => pick(step)).join('');
    });
    const rows = await sample.it.ask<{ text: string; code: string }>(
      sqlText`select t as text, public.derive_error_code(t) as code from unnest(${texts}::text[]) t`,
    );
    expect(rows.filter(({ text, code }) => deriveErrorCode(text) !== code)).toEqual([]);
    expect(new Set(rows.map(({ code }) => code)).size).toBeGreaterThan(15);
  });
});

/** The same number between 0 and 1 for the same seed. */
function random(seed: number): number {
  const x = Math.sin(seed * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
}
