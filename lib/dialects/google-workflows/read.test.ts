import { describe, expect, test } from 'vitest';
import { filesOf } from '../testing/files';
import { STEPS } from '../testing/steps';
import type { DefinitionText } from '../types';
import { googleWorkflows } from '.';

const named = (fileName: string) => STEPS.find((each) => each.fileName === fileName) ?? text('');
const text = (written: string, fileName = 'w.yaml'): DefinitionText => ({ fileName, sidecar: null, text: written });
const nodesOf = (source: DefinitionText) => googleWorkflows.read(source).workflow?.nodes ?? [];
const tried = (retry: string, more = '') =>
  text(`main:\n  steps:\n    - a:\n        try:\n          call: http.get\n        retry: ${retry}\n${more}`);

describe('steps', () => {
  test('wherever they stand, with what they are in and what may follow', () => {
    const nodes = nodesOf(named('main.yaml'));
    expect(
      nodes.map(({ id, parentId, type, canCarryPolicy, next }) => [id, parentId, type, canCarryPolicy, next]),
    ).toEqual([
      ['a', null, 'call', true, ['over']],
      ['over', null, 'for', false, ['inner', 'tried']],
      ['inner', 'over', 'call', true, []],
      ['tried', null, 'try', true, ['deep']],
      ['deep', 'tried', 'call', true, []],
      ['ask', null, 'switch', false, ['no']],
      ['no', null, 'return', false, []],
      ['sub.a', null, 'call', true, []],
    ]);
  });

  test('in every place that holds steps', () => {
    const source = text(`- p:
    parallel:
      shared: [x]
      branches:
        - one:
            steps:
              - x1: {call: http.get}
        - two:
            steps:
              - x2:
                  parallel:
                    for:
                      value: v
                      in: [1]
                      steps:
                        - x3: {assign: [{y: 1}]}
- s:
    switch:
      - condition: \${x == 1}
        steps:
          - y1: {call: sub}
      - condition: true
        next: t
- t:
    try:
      - z1: {call: http.post}
    except:
      as: e
      steps:
        - z2: {raise: "\${e}"}
- u: {return: 1}
`);
    const nodes = nodesOf(source);
    const said = nodes.map(({ id, parentId, next }) => `${parentId ?? ''}/${id}>${next.join()}`);
    expect(said).toEqual([
      '/p>one,s',
      'p/one>x1,two',
      'one/x1>',
      'p/two>x2',
      'two/x2>x3',
      'x2/x3>',
      '/s>y1,t',
      's/y1>',
      '/t>z1,z2,u',
      't/z1>',
      't/z2>',
      '/u>',
    ]);
    expect(nodes.find(({ id }) => id === 't')?.config).toMatchObject({ type: 'try', failurePath: [{ next: 'z2' }] });
    // What stands in steps below is theirs: a parent does not change with them.
    expect(JSON.stringify(nodes.map(({ config }) => config.engine))).not.toMatch(/"(?:steps|branches|retry)"/);
  });

  test('a step says the same below try and beside it', () => {
    const [inside] = nodesOf(
      text(
        `- a:\n    try:\n      call: http.get\n      args: {url: https://x}\n    retry: \${http.default_retry}\n    next: end\n`,
      ),
    );
    const [beside] = nodesOf(text('- a:\n    call: http.get\n    args: {url: https://x}\n    next: end\n'));
    expect(inside?.config.engine).toEqual(beside?.config.engine);
    expect(inside?.type).toBe('call');
  });

  test.each([
    ['http.get', '{url: https://erp.example/v1}', { kind: 'http', target: 'GET erp.example/v1' }],
    ['http.request', '{url: https://erp.example, method: patch}', { kind: 'http', target: 'PATCH erp.example' }],
    ['googleapis.firestore.v1.projects.databases.documents.get', '{name: n}', { kind: 'database' }],
    [
      'googleapis.pubsub.v1.projects.topics.publish',
      '{topic: t}',
      { kind: 'queue', target: 'pubsub.v1.projects.topics.publish t' },
    ],
    ['googleapis.storage.v1.objects.insert', '{bucket: b}', { kind: 'object_storage' }],
    [
      'googleapis.compute.v1.instances.stop',
      `{instance: "\${i}"}`,
      { kind: 'third_party', target: 'compute.v1.instances.stop' },
    ],
    ['googleapis.workflowexecutions.v1.projects.locations.workflows.executions.run', '{}', { kind: 'sub_workflow' }],
    ['sub', '{}', { kind: 'sub_workflow', target: 'sub' }],
  ])('%s reaches %s', (call, args, action) => {
    const [node] = nodesOf(text(`- a:\n    call: ${call}\n    args: ${args}\n`));
    expect(node?.config.actions).toMatchObject([action]);
  });

  test.each(['sys.log', 'events.await_callback', 'text.decode'])('%s reaches nothing outside', (call) => {
    expect(nodesOf(text(`- a:\n    call: ${call}\n`))[0]?.config).not.toHaveProperty('actions');
  });
});

describe('retries', () => {
  const DEFAULT = {
    maxAttempts: 6,
    backoff: 'exponential',
    initialInterval: '1s',
    maxInterval: '1m',
    multiplier: 1.25,
  };
  const numbers = `{max_retries: 3, predicate: "\${P}", backoff: {initial_delay: 2, max_delay: 60, multiplier: M}}`;
  const saying = (predicate: string, multiplier = '2') => numbers.replace('P', predicate).replace('M', multiplier);
  const RULES = `own:
  params: [err]
  steps:
    - log: {call: sys.log, args: {data: "\${err}"}}
    - ask:
        switch:
          - condition: \${err.code == 500 or err.code in [501, 502] or "TimeoutError" in err.tags}
            return: true
          - {condition: '\${map.get(err, "code") == "busy"}', return: true}
    - no: {return: false}
`;

  test.each([
    [
      `"\${http.default_retry}"`,
      {
        ...DEFAULT,
        retryOn: [
          'http_429',
          'http_502',
          'http_503',
          'http_504',
          'ConnectionError',
          'ConnectionFailedError',
          'TimeoutError',
        ],
      },
    ],
    [
      `"\${http.default_retry_non_idempotent}"`,
      { ...DEFAULT, retryOn: ['http_429', 'http_503', 'ConnectionFailedError'] },
    ],
    [
      saying('retry.always', '1'),
      { maxAttempts: 4, backoff: 'fixed', initialInterval: '2s', maxInterval: '1m', retryOn: ['*'] },
    ],
    [
      saying('own'),
      {
        maxAttempts: 4,
        backoff: 'exponential',
        initialInterval: '2s',
        maxInterval: '1m',
        retryOn: ['http_500', 'http_501', 'http_502', 'busy', 'TimeoutError'],
      },
    ],
    [saying('retry.never'), undefined],
    [saying('own').replace('max_retries: 3', 'max_retries: 0'), undefined],
  ])('%s', (retry, expected) => {
    const [node] = nodesOf(tried(retry, RULES));
    expect(node?.config.retry).toEqual(expected);
    expect(node?.engineRetry).toEqual([]);
  });

  test.each([
    [`"\${policy}"`, 'expression'],
    [saying('own').replace('initial_delay: 2', `initial_delay: "\${d}"`), 'expression'],
    [saying('unknown'), 'predicate'],
    [saying('odd'), 'predicate'],
    ['{max_retries: 3}', 'malformed'],
    [saying('own').replace('max_delay: 60', 'max_delay: fast'), 'expression'],
    [saying('own').replace('max_delay: 60, ', ''), 'malformed'],
    [saying('own').replace('initial_delay: 2', 'initial_delay: 0.5'), 'limits'],
    [saying('own').replace('initial_delay: 2', 'initial_delay: 61'), 'limits'],
    [saying('own', '0.5'), 'limits'],
  ])('beyond a rule: %s', (retry, reason) => {
    const odd = `odd:\n  params: [e]\n  steps:\n    - ask: {switch: [{condition: "\${e.code > 499}", return: true}]}\n`;
    const { workflow, diagnostics } = googleWorkflows.read(tried(retry, RULES + odd));
    expect(workflow?.nodes[0]?.engineRetry).toHaveLength(1);
    expect(workflow?.nodes[0]?.config).not.toHaveProperty('retry');
    expect(diagnostics).toMatchObject([
      { code: 'google_retry_kept', values: { name: 'a', reason }, place: { line: 6 } },
    ]);
  });
});

test.each([
  ['main:\n  steps: []\n', true],
  ['- a:\n    call: x\n', true],
  ['\uFEFF# [START]\r\n\r\n---\r\n- a: # first\r\n    return: 1\r\n', true],
  ['{"main": {"steps": [{"a": {"return": 1}}]}}', true],
  ['[{"a": {"call": "x"}}]', true],
  ['- name: play\n  hosts: all\n  steps:\n', false],
  ['do:\n  - a:\n      call: http\n', false],
  ['- hosts:\n    all\n', false],
  ['{"main": [], "steps": {}}', false],
  ['main: 1\n', false],
  ['', false],
])('%j: %s', (written, expected) => {
  expect(googleWorkflows.detect(written)).toBe(expected);
});

test.each(['argo', 'asl', 'conductor', 'dify', 'kestra', 'serverless-workflow'])(
  'no file of %s is taken for one',
  (folder) => {
    const files = filesOf(`testdata/corpus/${folder}`);
    expect(files.length).toBeGreaterThan(3);
    for (const { text: written, fileName } of files) expect(googleWorkflows.detect(written), fileName).toBe(false);
  },
);
