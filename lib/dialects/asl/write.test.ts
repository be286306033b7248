import fc from 'fast-check';
import { test } from 'vitest';
import { fileOf } from '../testing/files';
import { HTTP, LAMBDA, machine } from '../testing/machines';
import { policyFrom, SKELETON } from '../testing/policies';
import { expectSurvival, policiesSurvive } from '../testing/properties';
import { asl } from '.';

const FILES = [
  'testdata/corpus/asl/saga-pattern-tf__statemachine.asl.json',
  'testdata/corpus/asl/dynamodb-import-json__statemachine.asl.yaml',
  'testdata/corpus/asl/app-control-concurrency-with-dynamodb-tf__dynamodb-semaphore.asl.json',
].map(fileOf);

test('any policy survives a state machine with its sidecar; no other state changes', () => {
  fc.assert(policiesSurvive(asl, FILES), { numRuns: 100 });
}, 120_000);

const { retryOn: _, ...OPEN } = SKELETON.retry;
const never = (...codes: readonly string[]) => codes.map((code) => ({ code, class: 'terminal' }));

// Each was found by the search of `fuzz.long.test.ts`, or is next to one that was.
test.each<[string, object]>([
  [
    'a rule in the words of the database, beside all that the catalogue retries',
    {
      classification: never('08006'),
      retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '100ms', maxInterval: '100ms' },
    },
  ],
  ['a rule for all codes, beside what the catalogue retries', { classification: never('*'), retry: OPEN }],
  ['a code that every object has', { retry: { ...OPEN, retryOn: ['toString', 'constructor'] } }],
  ['a code for which the engine has several names', { classification: never('timeout') }],
  ['two names of one code', { classification: never('08006', '08003'), retry: SKELETON.retry }],
  ['a pattern in the engine’s own names', { retry: { ...OPEN, retryOn: ['X', 'States.*'] } }],
  ['every failure and everything', { classification: never('*', 'States.TaskFailed'), retry: { maxAttempts: 1 } }],
  ['every failure, and one retried', { classification: never('States.TaskFailed', 'X'), retry: SKELETON.retry }],
  ['everything retried but one', { classification: never('Y'), retry: { ...OPEN, retryOn: ['*'] } }],
  [
    'everything retried but every failure',
    { classification: never('States.TaskFailed'), retry: { ...OPEN, retryOn: ['*'] } },
  ],
])('%s', (_, document) => {
  const all = { ErrorEquals: ['States.ALL'], MaxAttempts: 0 };
  const failed = { ErrorEquals: ['States.TaskFailed'], MaxAttempts: 0 };
  const [x, y] = [
    { ErrorEquals: ['X'], MaxAttempts: 1 },
    { ErrorEquals: ['Y'], MaxAttempts: 0 },
  ];
  for (const Retry of [undefined, [all], [failed, y], [y, x, all], [x, y, failed]])
    for (const Resource of [LAMBDA, HTTP])
      expectSurvival(asl, machine({ Resource, ...(Retry && { Retry }) }), 'a', [policyFrom(document), {}]);
});
