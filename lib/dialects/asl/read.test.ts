import { describe, expect, test } from 'vitest';
import { fileOf } from '../testing/files';
import { HTTP, LAMBDA, machine, nodeOf } from '../testing/machines';
import { policyFrom } from '../testing/policies';
import { asl } from '.';

/** What deployment templates put in place of an ARN. */
const VARIABLE = '$'.concat('{Fn}');

describe('Retry → policy', () => {
  test.each<[string, object, object]>([
    [
      'the defaults',
      { ErrorEquals: ['A'] },
      { maxAttempts: 4, backoff: 'exponential', initialInterval: '1s', maxInterval: '4s', retryOn: ['A'] },
    ],
    [
      'rate 1',
      { ErrorEquals: ['A'], IntervalSeconds: 60, MaxAttempts: 6, BackoffRate: 1 },
      { maxAttempts: 7, backoff: 'fixed', initialInterval: '1m', maxInterval: '1m', retryOn: ['A'] },
    ],
    [
      'a cap and jitter',
      {
        ErrorEquals: ['A', 'States.Timeout'],
        IntervalSeconds: 5,
        MaxAttempts: 2,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
      },
      {
        maxAttempts: 3,
        backoff: 'exponential',
        initialInterval: '5s',
        maxInterval: '1m',
        jitter: 'full',
        retryOn: ['A', 'States.Timeout'],
      },
    ],
    [
      'a fractional rate',
      { ErrorEquals: ['States.ALL'], MaxAttempts: 5, BackoffRate: 1.5 },
      {
        maxAttempts: 6,
        backoff: 'exponential',
        multiplier: 1.5,
        initialInterval: '1s',
        maxInterval: '5s63ms',
        retryOn: ['States.ALL'],
      },
    ],
    [
      'years of waiting',
      { ErrorEquals: ['A'], IntervalSeconds: 3600, MaxAttempts: 20 },
      { maxAttempts: 21, backoff: 'exponential', initialInterval: '1h', maxInterval: '7d', retryOn: ['A'] },
    ],
  ])('%s', (_, retrier, retry) => {
    const node = nodeOf(machine({ Retry: [retrier] }));
    expect(node.config.retry).toEqual(retry);
    expect(node.engineRetry).toEqual([]);
  });

  test('never-retry entries are terminal rules', () => {
    const { config } = nodeOf(
      machine({ Retry: [{ ErrorEquals: ['X', 'Y'], MaxAttempts: 0 }, { ErrorEquals: ['States.ALL'] }] }),
    );
    expect(config.classification).toEqual([
      { code: 'X', class: 'terminal' },
      { code: 'Y', class: 'terminal' },
    ]);
    expect(config.retry).toMatchObject({ retryOn: ['States.ALL'] });
  });

  test.each<[string, readonly object[], string]>([
    ['two schedules', [{ ErrorEquals: ['A'] }, { ErrorEquals: ['B'], MaxAttempts: 5 }], 'several'],
    ['more than 100 tries', [{ ErrorEquals: ['A'], MaxAttempts: 100 }], 'limits'],
    ['a rate above 10', [{ ErrorEquals: ['A'], BackoffRate: 11 }], 'limits'],
    ['a cap below the first interval', [{ ErrorEquals: ['A'], IntervalSeconds: 9, MaxDelaySeconds: 5 }], 'limits'],
    [
      'a terminal name behind a wildcard',
      [{ ErrorEquals: ['States.TaskFailed'] }, { ErrorEquals: ['A'], MaxAttempts: 0 }],
      'order',
    ],
    [
      'a wildcard before the retried name',
      [{ ErrorEquals: ['States.TaskFailed'], MaxAttempts: 0 }, { ErrorEquals: ['A'] }],
      'order',
    ],
    ['the same name twice', [{ ErrorEquals: ['A'], MaxAttempts: 0 }, { ErrorEquals: ['A'] }], 'order'],
    [
      'two names of one token',
      [{ ErrorEquals: ['States.HeartbeatTimeout'], MaxAttempts: 0 }, { ErrorEquals: ['States.Timeout'] }],
      'order',
    ],
    ['a text for a number', [{ ErrorEquals: ['A'], MaxAttempts: '3' }], 'malformed'],
    ['no names', [{ ErrorEquals: [] }], 'malformed'],
    ['a field of somebody’s own', [{ ErrorEquals: ['A'], 'x-owner': 'ops' }], 'malformed'],
  ])('stays the engine’s: %s', (_, Retry, reason) => {
    const source = machine({ Retry });
    const node = nodeOf(source);
    expect(node.engineRetry).toEqual(Retry);
    expect(node.config).not.toHaveProperty('retry');
    expect(asl.read(source).diagnostics).toContainEqual(
      expect.objectContaining({ code: 'engine_retry_kept', nodeId: 'a', values: { name: 'a', reason } }),
    );
  });
});

describe('states', () => {
  test('of branches and maps, with what follows and encloses them', () => {
    const { workflow } = asl.read(
      fileOf('testdata/corpus/asl/migrate-csv-to-ddb-distributed-map-main__statemachine.asl.json'),
    );
    const node = workflow?.nodes.find((each) => each.id === 'Validate, Transform, and Migrate Items');
    expect(node).toMatchObject({
      parentId: 'Read Input File',
      canCarryPolicy: true,
      next: expect.arrayContaining(['Individual map process failed']),
    });
    expect(node?.config).toMatchObject({
      failurePath: [{ errorEquals: ['MigrationError'], next: 'Individual map process failed' }],
    });
  });

  test.each<[string, object, object]>([
    [
      'lambda',
      { Resource: LAMBDA, Parameters: { FunctionName: 'arn:aws:lambda:eu-west-1:1:function:charge' } },
      { id: 'lambda-invoke', kind: 'third_party', target: 'lambda invoke charge' },
    ],
    [
      'http',
      { Resource: HTTP, Arguments: { Method: 'POST', ApiEndpoint: 'https://pay.example/v1' } },
      { id: 'http-invoke', kind: 'http', target: 'POST pay.example/v1' },
    ],
    [
      'table',
      { Resource: 'arn:aws:states:::dynamodb:putItem', Parameters: { TableName: 'orders' } },
      { id: 'dynamodb-put-item', kind: 'database', target: 'dynamodb putItem orders' },
    ],
    [
      'sdk',
      { Resource: 'arn:aws:states:::aws-sdk:s3:getObject', Parameters: { Bucket: 'b' } },
      { id: 's3-get-object', kind: 'object_storage', target: 's3 getObject b' },
    ],
    [
      'queue',
      {
        Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
        Parameters: { QueueUrl: 'https://sqs.example/1/mails' },
      },
      { id: 'sqs-send-message', kind: 'queue', target: 'sqs sendMessage mails' },
    ],
    [
      'sub-workflow',
      { Resource: 'arn:aws:states:::states:startExecution.sync:2' },
      { id: 'states-start-execution', kind: 'sub_workflow', target: 'states startExecution' },
    ],
    ['variable of a template', { Resource: VARIABLE }, { id: 'call', kind: 'third_party', target: VARIABLE }],
  ])('guess their actions: %s', (_, state, action) => {
    expect(nodeOf(machine(state)).config.actions).toEqual([action]);
  });

  test('that cannot carry a policy refuse one', () => {
    const source = machine({ Type: 'Pass' });
    expect(nodeOf(source).canCarryPolicy).toBe(false);
    expect(asl.write(source, [{ nodeId: 'a', policy: policyFrom({ owner: 'x' }) }])).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'node_cannot_carry' }],
    });
  });

  test('of one name in two branches are reported', () => {
    const branch = { StartAt: 'x', States: { x: { Type: 'Pass', End: true } } };
    const source = machine({ Type: 'Parallel', Branches: [branch, branch] });
    expect(asl.read(source)).toMatchObject({ diagnostics: [{ code: 'duplicate_node_id', nodeId: 'x' }] });
  });
});
