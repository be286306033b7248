import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeDefinition } from '@/lib/model/workflow';
import { reconcileSides } from '../node-sides';
import { fileOf, filesOf } from '../testing/files';
import { POLICIES, policyFrom, SKELETON } from '../testing/policies';
import { policiesSurvive } from '../testing/properties';
import { SERVERLESS, SERVERLESS_SMALL } from '../testing/serverless';
import { serverlessRefusals } from '../testing/serverless-rules';
import type { DefinitionText, PolicyChange } from '../types';
import { serverlessWorkflow } from '.';

const [TASKS, CRLF, SHARED, LINE, LINES, TABS] = SERVERLESS;
if (!TASKS || !CRLF || !SHARED || !LINE || !LINES || !TABS) throw new Error('no samples');
const HEAD = "document:\n  dsl: '1.0.3'\n  name: w\ndo:\n";
const source = (lines: string): DefinitionText => ({ fileName: 'w.yaml', sidecar: null, text: HEAD + lines });
const tried = (caught: string) =>
  source(`- t:\n    try:\n    - a: {call: http}\n    catch:\n${caught.replace(/^/gm, '      ')}\n`);
const RETRY = 'retry: {delay: PT5S, backoff: {constant: {}}, limit: {attempt: {count: 2}}}';

function nodeOf(file: DefinitionText, id = 'a'): NodeDefinition {
  const node = serverlessWorkflow.read(file).workflow?.nodes.find((each) => each.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

function written(file: DefinitionText, ...changes: readonly PolicyChange[]): DefinitionText {
  const result = serverlessWorkflow.write(file, changes);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return { ...file, text: result.text };
}

const retry = (change: object = {}) =>
  policyFrom({
    retry: {
      ...{ maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', retryOn: ['http_503'] },
      ...change,
    },
  });
const lossesOf = (policy: ReturnType<typeof retry>, runtime?: string) =>
  serverlessWorkflow.support(nodeOf(source('- a: {call: http}\n')), policy, runtime).map(({ code }) => code);

describe('read', () => {
  test('tasks wherever they stand, by their names, or by their paths where a name stands twice', () => {
    const nodes = serverlessWorkflow.read(SHARED).workflow?.nodes ?? [];
    expect(nodes.map(({ id, parentId, canCarryPolicy }) => [id, parentId, canCarryPolicy])).toEqual([
      ['first', null, false],
      ['first/callFirst', 'first', true],
      ['second', null, false],
      ['callSecond', 'second', true],
      ['both', null, false],
      ['one', 'both', true],
      ['two', 'both', true],
      ['handled', null, false],
      ['ask', 'handled', true],
      ['note', 'handled', false],
      ['fork', null, false],
      ['fork/callFirst', 'fork', true],
      ['other', 'fork', true],
    ]);
    expect(nodes.map(({ next }) => next)).toEqual([
      ['first/callFirst', 'second'],
      [],
      ['callSecond', 'both'],
      [],
      ['one', 'handled'],
      ['two'],
      [],
      ['ask', 'note', 'fork'],
      [],
      [],
      ['fork/callFirst'],
      ['other'],
      [],
    ]);
  });

  test('`then`, and the cases of a switch', () => {
    const { workflow } = serverlessWorkflow.read(fileOf('testdata/corpus/serverless-workflow/switch-then-string.yaml'));
    expect(workflow?.nodes.map(({ id, next }) => [id, next])).toEqual([
      ['processOrder', ['processElectronicOrder', 'processPhysicalOrder', 'handleUnknownOrderType']],
      ['processElectronicOrder', []],
      ['processPhysicalOrder', []],
      ['handleUnknownOrderType', []],
    ]);
  });

  test('what tasks reach', () => {
    const actions = serverlessWorkflow.read(SHARED).workflow?.nodes.flatMap(({ config }) => config.actions ?? []);
    expect(actions?.flat()).toEqual([
      { id: 'http', kind: 'http', target: 'GET https://erp.example/v1' },
      { id: 'openapi', kind: 'http', target: 'second' },
      { id: 'http', kind: 'http', target: 'https://erp.example/v2' },
      { id: 'emit', kind: 'queue', target: 'acme.two' },
      { id: 'mcp', kind: 'third_party', target: 'tools/call' },
      { id: 'asyncapi', kind: 'queue', target: 'publish' },
      { id: 'http', kind: 'http', target: 'https://erp.example/v3' },
    ]);
  });

  test.each([
    [RETRY, { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s', retryOn: ['*'] }],
    [
      'errors: {with: {status: 503}}\nretry: {delay: {minutes: 1}, backoff: {linear: {}}, limit: {attempt: {count: 3}}}',
      { maxAttempts: 4, backoff: 'linear', initialInterval: '1m', maxInterval: '3m', retryOn: ['http_503'] },
    ],
    [
      `when: \${ .status == 408 or (.status >= 420 and .status <= 422) or .status >= 500 }\n${RETRY.replace('constant', 'exponential')}`,
      {
        ...{ maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '10s' },
        retryOn: ['http_408', 'http_420', 'http_421', 'http_422', 'http_5xx'],
      },
    ],
    [RETRY.replace('backoff: {constant: {}}, ', ''), { backoff: 'fixed', maxAttempts: 3 }],
    [RETRY.replace('2', '0'), undefined],
    ['as: e', undefined],
  ])('%s', (caught, said) => {
    const node = nodeOf(tried(caught));
    expect(node.engineRetry).toEqual([]);
    if (said) expect(node.config.retry).toMatchObject(said);
    else expect(node.config.retry).toBeUndefined();
  });

  test.each([
    'errors: {with: {title: x}}\n',
    'errors: {with: {type: https://x.example/errors/timeout}}\n',
    'when: .title == "x"\n',
    'exceptWhen: .status == 500\n',
    'errors: {with: {status: 302}}\n',
  ])('beyond what a policy may say: %s', (filter) => {
    const node = nodeOf(tried(filter + RETRY));
    expect(node.config.retry).toBeUndefined();
    expect(node.engineRetry).toHaveLength(1);
  });

  test.each([
    'retry: nowhere',
    RETRY.replace('PT5S', 'PT0S'),
    RETRY.replace('PT5S', '5s'),
    RETRY.replace('PT5S', '{seconds: 1.5}'),
    RETRY.replace('{constant: {}}', '{exponential: {factor: 2}, constant: {}}'),
    RETRY.replace('delay', 'jitter: {from: PT0S, to: PT1S}, delay'),
    RETRY.replace('{attempt: {count: 2}}', '{attempt: {count: 2}, duration: PT1H}'),
    RETRY.replace('count: 2', 'count: 100'),
    RETRY.replace(', limit: {attempt: {count: 2}}', ''),
  ])('kept as it is: %s', (caught) => {
    expect(nodeOf(tried(caught)).engineRetry).toHaveLength(1);
  });

  test('a `try` of several tasks, or one without a retry, is no retry of a task', () => {
    const several = nodeOf(source(`- t:\n    try:\n    - a: {call: f}\n    - b: {call: f}\n    catch: {${RETRY}}\n`));
    expect(several.config).toMatchObject({ triedWithOthers: true });
    expect([several.config.retry, several.engineRetry]).toEqual([undefined, []]);
  });
});

describe('write', () => {
  test('a `try` goes around the task: its lines move in, what says where to go on stays', () => {
    const before = source(
      '- a: # the bank\n    if: .x\n    call: http\n    with:\n      body: |\n        one\n\n          two\n    then: b # there\n- b: {set: {x: 1}}\n',
    );
    const change = { nodeId: 'a', policy: policyFrom(SKELETON) };
    expect(serverlessWorkflow.wraps?.(before, change)).toBe('try');
    const after = written(before, change);
    expect(after.text).toBe(`${HEAD}- a: # the bank
    if: .x
    try:
    - a:
        call: http
        with:
          body: |
            one

              two
        metadata:
          failpath:
            retry:
              maxAttempts: 3
              backoff: exponential
              initialInterval: 5s
              maxInterval: 1m
              retryOn: [timeout, psp_busy]
    catch:
      when: '\${ .status == 408 or .status == 500 or .status == 502 }'
      retry:
        delay: {seconds: 5}
        backoff:
          exponential: {}
        limit:
          attempt: {count: 2}
    then: b # there
- b: {set: {x: 1}}
`);
    expect(nodeOf(after).next).toEqual(['b']);
    expect(nodeOf(after).config.engine).toEqual(nodeOf(before).config.engine);
    expect(serverlessWorkflow.wraps?.(after, change)).toBeNull();
  });

  test('in JSON too, where `then` stands in the middle', () => {
    const before: DefinitionText = {
      fileName: 'w.json',
      sidecar: null,
      text: '{"document": {"dsl": "1.0.0"}, "do": [{"a": {"call": "f", "then": "end", "with": {"x": 1}}}]}',
    };
    const after = written(before, { nodeId: 'a', policy: retry({ maxAttempts: 2 }) });
    expect(after.text).toContain(
      '"do": [{"a": {"try": [{"a": {"call": "f", "with": {"x": 1}, "metadata": {"failpath": ',
    );
    expect(after.text).toContain(
      '}}}], "catch": {"errors": {"with": {"status": 503}}, "retry": {"delay": {"seconds": 5}, "backoff": {"constant": {}}, "limit": {"attempt": {"count": 1}}}}, "metadata": {"failpath": {"then": "with"}}, "then": "end"}}]}',
    );
  });

  const files = [...SERVERLESS, ...SERVERLESS_SMALL, ...filesOf('testdata/corpus/serverless-workflow')];
  test.each(files.map((file) => [file.fileName, file] as const))(
    '%s: taken away again, the bytes are what they were, and nothing that stands there breaks a rule',
    (_, file) => {
      const able = serverlessWorkflow.read(file).workflow?.nodes.filter(({ canCarryPolicy }) => canCarryPolicy) ?? [];
      const free = able.filter(({ config, engineRetry }) => !config.retry && engineRetry.length === 0);
      const all = (policy: PolicyChange['policy'], nodes: readonly NodeDefinition[]) =>
        nodes.map(({ id }) => ({ nodeId: id, policy, replaceEngineRetry: true }));
      const known = serverlessRefusals(file.text);
      for (const [, policy] of [...POLICIES.slice(0, 2), ...POLICIES.slice(5, 6)]) {
        const changed = written(file, ...all(policy, able));
        expect(serverlessRefusals(changed.text).filter((each) => !known.includes(each))).toEqual([]);
        expect(written(changed, ...all(policy, able)).text).toBe(changed.text);
        const own = free.filter(({ config }) => config.owner === undefined);
        const back = written(written(file, ...all(policy, own)), ...all({}, own));
        if (own.length > 0) expect(back.text).toBe(file.text);
      }
    },
  );

  test('a `try` of one task is changed in place, and its retry is never taken out: the error would be lost', () => {
    const before = tried(
      `as: e # its name\nerrors:\n  with: {type: https://serverlessworkflow.io/spec/1.0.0/errors/communication, status: 503}\n${RETRY}`,
    );
    expect(serverlessWorkflow.wraps?.(before, { nodeId: 'a', policy: retry() })).toBeNull();
    const same = written(before, {
      nodeId: 'a',
      policy: retry({ maxAttempts: 3, backoff: 'fixed', maxInterval: '5s' }),
    });
    expect(same.text.replace(/\{call: http, metadata: .*\}/, '{call: http}')).toBe(before.text);
    const after = written(before, { nodeId: 'a', policy: retry({ retryOn: ['http_429', 'http_5xx'] }) });
    expect(after.text).toContain(
      'as: e # its name\n      when: ' +
        `'\${ .status == 429 or .status >= 500 }'` +
        '\n      retry: {delay: PT5S, backoff: {exponential: {}}, limit: {attempt: {count: 3}}}',
    );
    expect(after.text).not.toContain('errors:');
    expect(written(after, { nodeId: 'a', policy: {} }).text).toContain('limit: {attempt: {count: 0}}}');
  });

  test('a `catch` that does something of its own keeps its errors', () => {
    const after = written(SHARED, { nodeId: 'ask', policy: retry() });
    expect(after.text).toContain(
      'with:\n          status: 404\n      retry: { delay: { seconds: 5 }, limit: { attempt: { count: 3 } }, backoff: { exponential: {} } }',
    );
    expect(serverlessWorkflow.support(nodeOf(SHARED, 'ask'), retry())[0]).toMatchObject({
      code: 'serverless_catch_kept',
    });
  });

  test('what somebody set stays until it is replaced, and is said', () => {
    const published = written(source('- a: {call: http}\n'), { nodeId: 'a', policy: retry() });
    const changed = { ...published, text: published.text.replace('count: 3', 'count: 7') };
    expect(nodeOf(changed).engineRetry).toHaveLength(1);
    expect(nodeOf(changed).config.retry).toMatchObject({ maxAttempts: 4 });
    expect(serverlessWorkflow.read(changed).diagnostics).toMatchObject([{ code: 'serverless_retry_page' }]);
    const policy = { ...retry(), owner: 'ops' };
    expect(written(changed, { nodeId: 'a', policy }).text).toContain('count: 7');
    expect(written(changed, { nodeId: 'a', policy, replaceEngineRetry: true }).text).toContain('count: 3');
  });

  test('a wrapping that somebody added to is not taken away', () => {
    const published = written(source('- a: {call: http}\n'), { nodeId: 'a', policy: retry() });
    const changed = { ...published, text: published.text.replace('catch: {', 'catch: {as: e, ') };
    expect(changed.text).not.toBe(published.text);
    const after = written(changed, { nodeId: 'a', policy: {} });
    expect(after.text).toContain('limit: {attempt: {count: 0}}');
    expect(nodeOf(after).config.retry).toBeUndefined();
  });

  test('a shared retry policy: named, changed for all, or copied for one', () => {
    const shared = { name: 'usual', nodes: ['callSecond', 'both'], copyable: true };
    expect(serverlessWorkflow.shared?.(SHARED, 'first/callFirst')).toEqual(shared);
    expect(serverlessWorkflow.shared?.(SHARED, 'ask')).toBeNull();
    const change = { nodeId: 'first/callFirst', policy: retry() };
    const all = written(SHARED, change);
    expect(all.text).toContain(
      "usual: # everybody's\n      delay: PT5S\n      backoff: { exponential: {} }\n      limit: { attempt: { count: 3 } }",
    );
    expect(nodeOf(all, 'callSecond').config.retry).toMatchObject({ maxAttempts: 4 });
    const copied = written(SHARED, { ...change, copyShared: true });
    expect(copied.text).toContain('delay: PT3S');
    expect(nodeOf(copied, 'callSecond').config.retry).toMatchObject({ maxAttempts: 3 });
    expect(nodeOf(copied, 'first/callFirst').config.retry).toMatchObject({ maxAttempts: 4 });
    const other = { nodeId: 'callSecond', policy: retry({ maxAttempts: 9 }) };
    expect(serverlessWorkflow.write(SHARED, [change, other])).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'serverless_shared_differs', values: { name: 'usual', other: 'first/callFirst' } }],
    });
  });

  test('a task that others stand for by an alias is not changed', () => {
    const file = source('- a: &task {call: http}\n- b: *task\n');
    for (const policy of [retry(), policyFrom({ owner: 'ops' })])
      expect(serverlessWorkflow.write(file, [{ nodeId: 'a', policy }])).toMatchObject({
        diagnostics: [{ code: 'anchor_shared' }],
      });
  });

  test('any policy survives', () => {
    fc.assert(policiesSurvive(serverlessWorkflow, SERVERLESS_SMALL), { numRuns: 1000 });
  }, 60_000);
});

describe('what the engine makes of it', () => {
  test.each<[object, readonly number[] | null]>([
    [{}, [10_000, 20_000, 40_000]],
    [{ backoff: 'linear' }, [5000, 10_000, 15_000]],
    [{ backoff: 'fixed' }, [5000, 5000, 5000]],
    [{ maxAttempts: 2 }, [5000]],
    [{ maxInterval: '5s', maxAttempts: 3 }, [5000, 5000]],
    [{ retryOn: [] }, null],
  ])('%j', (change, waits) => {
    const node = nodeOf(source('- a: {call: http}\n'));
    const found = serverlessWorkflow.schedule?.(node, retry(change)) ?? null;
    expect(found?.waits ?? null).toEqual(waits?.map((ms) => ({ min: ms, max: ms })) ?? null);
    const synapse = serverlessWorkflow.schedule?.(node, retry(change), 'Synapse') ?? null;
    expect(synapse?.waits.every(({ max }) => max === 0) ?? null).toBe(waits && true);
  });

  test.each<[object, readonly string[]]>([
    [{ backoff: 'fixed', maxInterval: '5s' }, []],
    [{ backoff: 'linear', maxInterval: '15s' }, []],
    [{ backoff: 'linear', maxInterval: '10s' }, ['serverless_cap']],
    [{}, ['serverless_doubled']],
    [{ multiplier: 3, maxInterval: '30s' }, ['serverless_doubled', 'serverless_factor', 'serverless_cap']],
    [{ backoff: 'fixed', maxInterval: '5s', retryOn: ['timeout', 'http_5xx'] }, ['serverless_code_status']],
    [
      { backoff: 'fixed', maxInterval: '5s', jitter: 'full', maxElapsed: '1h' },
      ['serverless_jitter', 'serverless_max_elapsed'],
    ],
  ])('%j', (change, codes) => {
    expect(lossesOf(retry(change))).toEqual(codes);
  });

  test('Synapse waits not at all', () => {
    expect(lossesOf(retry(), 'Synapse')).toEqual(['serverless_no_wait']);
  });

  test.each<[object, string]>([
    [{ retryOn: ['http_503'] }, 'with: {status: 503}'],
    [{ retryOn: ['*'] }, 'catch: {retry:'],
    [{ retryOn: ['http_429', 'http_5xx'] }, '.status == 429 or .status >= 500 }'],
    [{ retryOn: ['http_50*'] }, '(.status >= 500 and .status <= 509) }'],
    [{ retryOn: undefined }, '(.status >= 502 and .status <= 504) or .status >= 506 }'],
    [{ retryOn: ['timeout'] }, 'with: {status: 408}'],
  ])('%j → %s', (change, said) => {
    const policy = retry({ backoff: 'fixed', ...change });
    expect(written(source('- a: {call: http}\n'), { nodeId: 'a', policy }).text).toContain(said);
  });

  test('a terminal rule takes its status out', () => {
    const policy = policyFrom({
      classification: [{ code: 'http_503', class: 'terminal' }],
      retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s', retryOn: ['http_5xx'] },
    });
    const after = written(source('- a: {call: http}\n'), { nodeId: 'a', policy });
    expect(after.text).toContain('(.status >= 500 and .status <= 502) or .status >= 504 }');
  });
});

describe('the text beside the form', () => {
  test.each([TASKS, LINES].map((file) => [file.fileName, file] as const))(
    '%s: with its `try`, and what belongs to the platform is the same',
    (_, file) => {
      const id = file === TASKS ? 'charge card' : 'charge';
      const input = { nodeId: id, text: null, held: null, replaceEngineRetry: false, inheritedOwner: null };
      const first = reconcileSides(file, 'serverless-workflow', { ...input, document: { retry: SKELETON.retry } });
      expect(first).toMatchObject({ behind: false, ofText: [] });
      expect(first?.text).toContain('try');
      const again = {
        ...input,
        text: first?.text ?? '',
        held: first?.text ?? '',
        document: { retry: SKELETON.retry, owner: 'ops' },
      };
      const second = reconcileSides(file, 'serverless-workflow', again);
      expect(second).toMatchObject({ behind: false, ofText: [] });
      const one = written(file, { nodeId: id, policy: policyFrom(SKELETON) });
      const both = written(one, { nodeId: id, policy: policyFrom({ ...SKELETON, owner: 'ops' }) });
      expect(second?.written?.text).toBe(both.text);
      const typed = { ...again, text: (first?.text ?? '').replace(/post/, 'put') };
      expect(reconcileSides(file, 'serverless-workflow', typed)?.ofText).toMatchObject([{ code: 'platform_changed' }]);
    },
  );
});
