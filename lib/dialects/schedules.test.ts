import { expect, test } from 'vitest';
import { asl } from './asl';
import { conductor } from './conductor';
import { dify } from './dify';
import { failpath } from './failpath';
import { differingSchedules } from './schedules';
import { serverlessWorkflow } from './serverless-workflow';
import { CONDUCTOR } from './testing/conductor';
import { GRAPHS } from './testing/graphs';
import { LAMBDA, machine } from './testing/machines';
import { policyFrom } from './testing/policies';
import type { DefinitionText, Dialect } from './types';

const RETRY = { maxAttempts: 4, backoff: 'linear', initialInterval: '1500ms', maxInterval: '1m', retryOn: ['timeout'] };
const retry = (change: object) => policyFrom({ retry: { ...RETRY, ...change } });

function pair(dialect: Dialect, source: DefinitionText | undefined, policy: ReturnType<typeof retry>, id?: string) {
  const nodes = (source && dialect.read(source).workflow?.nodes) ?? [];
  const node = nodes.find((each) => (id === undefined ? each.canCarryPolicy : each.id === id));
  if (!node) throw new Error('no node');
  return differingSchedules(dialect, { ...node, engineRetry: [] }, policy);
}
const exactly = (...waits: readonly number[]) => waits.map((ms) => ({ min: ms, max: ms }));

test('Step Functions counts whole seconds and multiplies', () => {
  const found = pair(asl, machine({ Resource: LAMBDA }), retry({ retryOn: ['States.Timeout'] }));
  expect(found?.ours).toEqual(exactly(1500, 3000, 4500));
  // 3 retries grow by 1.73, so that the last pause is three times the first.
  expect(found?.engine).toEqual({ waits: exactly(2000, 3460, 2000 * 1.73 ** 2) });
});

test('what Step Functions says exactly needs no table, jitter from zero neither', () => {
  const exact = { backoff: 'exponential', initialInterval: '2s', jitter: 'full', retryOn: ['States.Timeout'] };
  expect(pair(asl, machine({ Resource: LAMBDA }), retry(exact))).toBeNull();
  const equal = pair(asl, machine({ Resource: LAMBDA }), retry({ ...exact, jitter: 'equal' }));
  expect(equal?.ours[0]).toEqual({ min: 1000, max: 2000 });
  expect(equal?.engine?.waits[0]).toEqual({ min: 2000, max: 2000 });
});

test('Dify waits equally long, and not at all on nodes that it does not try again', () => {
  const [graph] = GRAPHS;
  const http = graph && dify.read(graph).workflow?.nodes.find(({ type }) => type === 'http-request');
  expect(pair(dify, graph, retry({}), http?.id)).toEqual({
    ours: exactly(1500, 3000, 4500),
    engine: { waits: exactly(1500, 1500, 1500) },
  });
  const other =
    graph && dify.read(graph).workflow?.nodes.find(({ type, canCarryPolicy }) => canCarryPolicy && type === 'end');
  if (other) expect(pair(dify, graph, retry({}), other.id)?.engine).toBeNull();
});

test('Conductor doubles, whatever the multiplier', () => {
  const source = CONDUCTOR.find(({ text }) => text.includes('"taskDefs"') || text.includes('"retryCount"'));
  const grows = retry({ backoff: 'exponential', multiplier: 3, initialInterval: '2s', maxInterval: '1h' });
  expect(pair(conductor, source, grows)?.engine).toEqual({ waits: exactly(2000, 4000, 8000) });
  expect(pair(conductor, source, retry({ backoff: 'exponential', multiplier: 2, initialInterval: '2s' }))).toBeNull();
});

test('a policy that retries nothing has no schedule, nor an engine that goes by its codes', () => {
  const source = {
    ...{ fileName: 'w.yaml', sidecar: null },
    text: "document: { dsl: '1.0.3', namespace: a, name: b, version: '0.1.0' }\ndo:\n  - a:\n      call: http\n      with: { method: get, endpoint: 'https://a.example' }\n",
  };
  expect(pair(serverlessWorkflow, source, retry({ retryOn: [] }))).toBeNull();
  expect(pair(serverlessWorkflow, source, retry({ retryOn: ['http_503'], backoff: 'exponential' }))).not.toBeNull();
  const graph = GRAPHS[0];
  const http = graph && dify.read(graph).workflow?.nodes.find(({ type }) => type === 'http-request');
  expect(pair(dify, graph, retry({ retryOn: [] }), http?.id)).toMatchObject({
    ours: [],
    engine: { waits: [{}, {}, {}] },
  });
});

test('our own format is the schedule itself', () => {
  const source = { text: 'format: failpath/v1\nworkflow: w\nnodes:\n  - id: a\n', sidecar: null, fileName: 'w.yaml' };
  expect(pair(failpath, source, retry({}))).toBeNull();
});
