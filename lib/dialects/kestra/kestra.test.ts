import { describe, expect, test } from 'vitest';
import { filesOf } from '../testing/files';
import { FLOWS } from '../testing/flows';
import { codes, corpus, fixed, flow, HTTP, nodeOf, retry, written } from '../testing/kestra-flows';
import { kestraRefusals } from '../testing/kestra-rules';
import { POLICIES, policyFrom } from '../testing/policies';
import { kestra } from '.';

describe('retry → policy: all tries are counted there too', () => {
  test.each<[string, string, object]>([
    [
      'constant',
      '{type: constant, interval: PT0.5S, maxAttempt: 3}',
      { maxAttempts: 3, backoff: 'fixed', initialInterval: '500ms', maxInterval: '500ms' },
    ],
    [
      'exponential, factor 2 by itself',
      '{type: exponential, interval: PT5S, maxInterval: P1D, maxAttempts: "4", maxDuration: P1DT1H}',
      { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1d', maxElapsed: '1d1h' },
    ],
    [
      'a factor of its own',
      '{type: exponential, interval: pt5s, maxInterval: PT1M, delayFactor: 1.5, maxAttempts: 4, warningOnRetry: true}',
      { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', multiplier: 1.5 },
    ],
    [
      'random from zero on',
      '{type: random, minInterval: PT0S, maxInterval: PT10S, maxAttempts: 2}',
      { maxAttempts: 2, backoff: 'fixed', initialInterval: '10s', maxInterval: '10s', jitter: 'full' },
    ],
    [
      'random from the half on',
      '{type: random, minInterval: PT5S, maxInterval: PT10S, maxAttempts: 2}',
      { maxAttempts: 2, backoff: 'fixed', initialInterval: '10s', maxInterval: '10s', jitter: 'equal' },
    ],
    [
      'both names: the later one holds',
      '{type: constant, interval: PT1S, maxAttempts: 3, maxAttempt: 5}',
      { maxAttempts: 5, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s' },
    ],
  ])('%s', (_, block, expected) => {
    const source = flow(`    retry: ${block}\n`);
    const node = nodeOf(source);
    expect(node.config.retry).toEqual({ ...expected, retryOn: ['*'] });
    expect(node.engineRetry).toEqual([]);
    // What is read is exactly what is there: written back, no byte changes, and nothing is lost.
    const policy = policyFrom({ retry: node.config.retry });
    expect(kestra.support(node, policy)).toEqual([]);
    expect(written(source, { nodeId: 'a', policy })).toEqual(source);
  });

  test('one try is no retry', () => {
    const node = nodeOf(flow('    retry: {type: constant, interval: PT1S, maxAttempts: 1}\n'));
    expect([node.config.retry, node.engineRetry]).toEqual([undefined, []]);
  });

  test.each([
    ['execution', '{behavior: CREATE_NEW_EXECUTION, type: constant, interval: PT1S, maxAttempts: 3}'],
    ['endless', '{type: constant, interval: PT1S}'],
    ['endless', '{type: constant, interval: PT2S, maxDuration: PT6S}'],
    ['random', '{type: random, minInterval: PT1S, maxInterval: PT10S, maxAttempts: 3}'],
    ['limits', '{type: constant, interval: PT0.05S, maxAttempts: 3}'],
    ['limits', '{type: constant, interval: PT1S, maxAttempts: 101}'],
    ['malformed', '{type: constant, interval: 5s, maxAttempts: 3}'],
    ['malformed', '{type: constant, interval: PT5S, maxDuration: PT5S, maxAttempts: 3}'],
    ['malformed', '{type: exponential, interval: PT5S, maxInterval: PT5S, maxAttempts: 3}'],
    ['malformed', '{type: exponential, interval: PT5S, maxAttempts: 3}'],
    ['malformed', '{type: constant, interval: PT5S, maxAttempts: 3, limit: 4}'],
    ['malformed', '{type: linear, interval: PT5S}'],
    ['malformed', '[1]'],
  ])('stays the engine’s own: %s, %s', (reason, block) => {
    const source = flow(`    retry: ${block}\n`);
    expect(nodeOf(source).engineRetry).toHaveLength(1);
    const found = kestra.read(source).diagnostics;
    expect(found).toMatchObject([{ code: 'kestra_retry_kept', nodeId: 'a', values: { reason }, place: { line: 6 } }]);
    const change = { nodeId: 'a', policy: retry() };
    expect(kestra.write(source, [change])).toMatchObject({ diagnostics: [{ code: 'engine_retry_in_the_way' }] });
    // Everything else may be set beside it; and it goes when the person says so.
    const owned = written(source, { nodeId: 'a', policy: policyFrom({ owner: 'ops' }) });
    expect([owned.text, codes(owned)]).toEqual([source.text, ['kestra_retry_kept']]);
    expect(nodeOf(written(source, { ...change, replaceEngineRetry: true })).config.retry).toEqual(
      retry().retry && {
        ...{ maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', retryOn: ['*'] },
      },
    );
  });
});

describe('policy → retry', () => {
  test.each<[string, ReturnType<typeof retry>, readonly string[], readonly string[]]>([
    [
      'exponential',
      retry({ multiplier: 1.5, maxElapsed: '1h' }),
      [
        'type: exponential',
        'interval: PT5S',
        'maxInterval: PT1M',
        'delayFactor: 1.5',
        'maxAttempts: 4',
        'maxDuration: PT1H',
      ],
      [],
    ],
    [
      'fixed',
      fixed({ initialInterval: '250ms', maxInterval: '250ms' }),
      ['type: constant', 'interval: PT0.25S', 'maxAttempts: 4'],
      [],
    ],
    [
      'fixed with jitter',
      fixed({ jitter: 'full' }),
      ['type: random', 'minInterval: PT0S', 'maxInterval: PT5S', 'maxAttempts: 4'],
      [],
    ],
    [
      'linear: the last pause is the same',
      retry({ backoff: 'linear' }),
      ['type: exponential', 'interval: PT5S', 'maxInterval: PT1M', 'delayFactor: 1.73', 'maxAttempts: 4'],
      ['kestra_linear'],
    ],
    [
      'growing, with jitter',
      retry({ jitter: 'equal' }),
      ['type: exponential', 'interval: PT5S', 'maxInterval: PT1M', 'maxAttempts: 4'],
      ['kestra_jitter'],
    ],
    [
      'a longest pause that is never reached',
      fixed({ maxInterval: '1m' }),
      ['type: constant', 'interval: PT5S', 'maxAttempts: 4'],
      ['kestra_other_words'],
    ],
    [
      'some codes only',
      fixed({ retryOn: ['timeout'] }),
      ['type: constant', 'interval: PT5S', 'maxAttempts: 4'],
      ['kestra_every_error'],
    ],
    ['no time for a second try', fixed({ maxElapsed: '5s' }), [], ['kestra_no_time']],
    ['one try', policyFrom({ retry: { maxAttempts: 1 } }), [], ['one_attempt']],
  ])('%s', (_, policy, lines, losses) => {
    const source = flow('');
    const after = written(source, { nodeId: 'a', policy });
    const block = lines.length === 0 ? '' : `    retry:\n${lines.map((line) => `      ${line}\n`).join('')}`;
    expect(after.text).toBe(flow(block).text);
    expect(kestra.support(nodeOf(source), policy).map(({ code }) => code)).toEqual(losses);
    expect(after.sidecar === null).toBe(losses.length === 0);
    // Again: the same bytes. Away: the bytes from before.
    expect(written(after, { nodeId: 'a', policy })).toEqual(after);
    expect(written(after, { nodeId: 'a', policy: {} }).text).toBe(source.text);
  });

  test('what is there and means the same keeps its bytes', () => {
    const [source] = FLOWS;
    if (!source) throw new Error('no flow');
    const change = {
      nodeId: 'book',
      policy: fixed({ initialInterval: '250ms', maxInterval: '250ms', maxAttempts: 7 }),
    };
    expect(written(source, change).text).toBe(source.text.replace('"4"', '"7"'));
    const grown = written(source, { nodeId: 'book', policy: retry({ initialInterval: '250ms', maxAttempts: 4 }) });
    expect(grown.text).toBe(
      source.text
        .replace('"constant"   #', '"exponential"   #')
        .replace('interval: PT0.250S\n', 'interval: PT0.250S\n          maxInterval: PT1M\n'),
    );
  });

  test('what is read back of one of many tasks is what the whole text says', () => {
    const task = (i: number) => `  - id: t${i}\n    type: ${HTTP}\n    message: |\n      text ${i}\n\n`;
    const text = `id: w\nnamespace: shop\ntasks:\n${Array.from({ length: 40 }, (_, i) => task(i)).join('')}labels: {}\n`;
    const source = { fileName: 'w.yaml', sidecar: null, text };
    for (const id of ['t0', 't7', 't39']) {
      const after = written(source, { nodeId: id, policy: retry() });
      expect(after.text.length).toBeGreaterThan(text.length);
      expect(nodeOf(after, id).config.retry).toMatchObject({ maxAttempts: 4 });
      expect(written(after, { nodeId: id, policy: {} })).toEqual(source);
    }
    const [first, , last] = ['t0', 't7', 't39'].map((nodeId) => ({ nodeId, policy: retry() }));
    if (!first || !last) throw new Error('no change');
    expect(written(source, first, last).text).toBe(written(written(source, last), first).text);
  });

  test('an alias becomes a value of its own; what is shared by one is left alone', () => {
    const block = '{type: constant, interval: PT5S, maxAttempts: 3}';
    const source = flow(`    retry: &r ${block}\n`);
    const text = `${source.text}    retry: *r\n`;
    const change = { policy: fixed() };
    expect(kestra.write({ ...source, text }, [{ ...change, nodeId: 'a' }])).toMatchObject({
      diagnostics: [{ code: 'anchor_shared' }],
    });
    const own = kestra.write({ ...source, text }, [{ ...change, nodeId: 'b' }]);
    expect(own).toMatchObject({ ok: true, diagnostics: [{ code: 'alias_materialised' }] });
    expect(own.ok && own.text.slice(source.text.length)).toContain('maxAttempts: 4');
    expect(nodeOf({ ...source, text }, 'b').config.retry).toMatchObject({ maxAttempts: 3 });
  });

  test('a count is a text where all of the file are', () => {
    const [source = flow('')] = FLOWS;
    const after = written(source, { nodeId: 'charge', policy: fixed() }, { nodeId: 'note', policy: fixed() });
    expect(after.text.match(/maxAttempt: "4"/g)).toHaveLength(3);
    expect(written(after, { nodeId: 'charge', policy: {} }, { nodeId: 'note', policy: {} })).toEqual(source);
  });

  test('releases before 0.24 know only the older name of the count', () => {
    const [, , oldest] = kestra.versions ?? [];
    const after = written({ ...flow(''), engineVersion: oldest }, { nodeId: 'a', policy: fixed() });
    expect(after.text).toContain('      maxAttempt: 4\n');
  });

  test('nothing is retried by a task that begins one flow for each item', () => {
    const source = corpus('for-each-item-outputs.yaml');
    const policy = retry();
    const node = nodeOf(source, 'each');
    expect(node.config.actions).toEqual([
      { id: 'for-each-item', kind: 'sub_workflow', target: 'io.kestra.tests.for-each-item-outputs-subflow' },
    ]);
    expect(kestra.support(node, policy).map(({ code }) => code)).toEqual(['kestra_not_retried']);
    expect(kestra.schedule?.(node, policy)).toBeNull();
    const after = written(source, { nodeId: 'each', policy });
    expect(after.text).toBe(source.text);
    expect(nodeOf(after, 'each').config.retry).toMatchObject({ maxAttempts: 4 });
  });
});

describe('tasks', () => {
  test('of each list, with what they lead to', () => {
    const nodes = kestra.read(corpus('allow-failure.yaml')).workflow?.nodes ?? [];
    const told = nodes.map(({ id, parentId, next, canCarryPolicy }) => [id, parentId, next.join(), canCarryPolicy]);
    expect(told).toEqual([
      ['first', null, '1-1-allow-failure,switch,global-error', false],
      ['1-1-allow-failure', 'first', 'local-error,1-1-1_seq,1-2-todo', false],
      ['1-1-1_seq', '1-1-allow-failure', '1-1-1-1', false],
      ['1-1-1-1', '1-1-1_seq', 'ko', true],
      ['ko', '1-1-1_seq', '1-1-1-3', true],
      ['1-1-1-3', '1-1-1_seq', '', true],
      ['local-error', '1-1-allow-failure', '', true],
      ['1-2-todo', 'first', '', true],
      ['switch', null, 'last,crash,global-error', false],
      ['crash', 'switch', '', true],
      ['last', 'switch', '', true],
      ['global-error', null, '', true],
    ]);
    expect(nodes.find(({ id }) => id === 'ko')?.config.failurePath).toEqual([{ next: 'local-error' }]);
    expect(nodes.find(({ id }) => id === 'crash')?.config.failurePath).toEqual([{ next: 'global-error' }]);
  });

  test('of a Dag wait for each other, triggers are none, and other keys are left alone', () => {
    const dag = kestra.read(corpus('dag.yaml')).workflow?.nodes ?? [];
    expect(dag.map(({ next }) => next.join())).toEqual([
      'task1',
      'task2,task3',
      'task4,task6',
      'task5,task6',
      'task5',
      '',
      '',
    ]);
    const triggered = kestra.read(corpus('trigger-flow-with-pause.yaml')).workflow?.nodes ?? [];
    expect(triggered.every(({ type }) => !type?.includes('trigger'))).toBe(true);
    const own = flow('    tasks: [one, two]\n    errors: {x: 1}\n');
    expect([kestra.read(own).workflow?.nodes.length, codes(own)]).toEqual([2, []]);
  });

  test.each([
    [
      'io.kestra.plugin.core.http.Request',
      'uri: "https://a.example"\n    method: post',
      'http',
      'POST https://a.example',
    ],
    ['io.kestra.plugin.jdbc.postgresql.Query', 'url: jdbc:x', 'database', 'jdbc:x'],
    ['io.kestra.plugin.kafka.Produce', 'topic: orders', 'queue', 'orders'],
    ['io.kestra.plugin.aws.s3.Upload', 'bucket: b', 'object_storage', 'b'],
    ['io.kestra.plugin.gcp.gcs.Upload', '', 'object_storage', undefined],
    ['io.kestra.plugin.aws.sqs.Publish', 'queueUrl: q', 'queue', 'q'],
    ['io.kestra.plugin.core.flow.Subflow', 'namespace: n\n    flowId: f', 'sub_workflow', 'n.f'],
    ['io.kestra.core.tasks.flows.Flow', 'flowId: f', 'sub_workflow', 'f'],
    ['io.kestra.plugin.notifications.slack.SlackIncomingWebhook', '', 'third_party', undefined],
    ['io.kestra.plugin.core.log.Log', '', undefined, undefined],
    ['io.kestra.plugin.scripts.shell.Commands', '', undefined, undefined],
  ])('%s reaches %s', (type, settings, kind, target) => {
    const source = flow('');
    const text = source.text.replace(HTTP, `${type}\n    ${settings}`);
    const { actions } = nodeOf({ ...source, text }).config;
    expect(actions).toEqual(kind && [{ id: expect.any(String), kind, ...(target && { target }) }]);
  });

  test('of several flows in one file are told apart by the flow', () => {
    const source = FLOWS.find(({ fileName }) => fileName === 'two.yaml');
    const { workflow } = kestra.read(source ?? flow(''));
    expect(workflow?.key).toBe('two');
    expect(workflow?.nodes.map(({ id }) => id)).toContain('around/http');
    expect(workflow?.nodes.find(({ id }) => id === 'orders/charge')?.next).toEqual(['orders/each']);
  });

  test('what only holds others takes no policy; what is not there, none either', () => {
    const source = corpus('full.yaml');
    const refused = ['t5', 'nobody'].map((nodeId) => kestra.write(source, [{ nodeId, policy: {} }]));
    expect(refused).toMatchObject([
      { diagnostics: [{ code: 'kestra_cannot_carry' }] },
      { diagnostics: [{ code: 'node_unknown' }] },
    ]);
  });
});

test('a node’s own text is found by its id and by its place', () => {
  const source = corpus('full.yaml');
  const found = kestra.locate(source, { nodeId: 't3' });
  expect(found && source.text.slice(found.from, found.value.end)).toMatch(/^ id: t3\n[\s\S]*interval: PT15M$/);
  expect(found && kestra.locate(source, { start: found.from, end: found.value.end })?.nodeId).toBe('t3');
  expect(found?.place(['retry', 'maxAttempts'])).toMatchObject({ line: 28 });
  expect(kestra.locate(source, { nodeId: 'last' })?.place(['retry'])).toBeNull();
});

/** Of a corpus with that many tasks, one policy tells enough. */
const filesFor = (name: string) => (name === 'skeleton' ? [...filesOf('testdata/corpus/kestra'), ...FLOWS] : FLOWS);
test.each(POLICIES)('%s: on all tasks at once, to which Kestra’s validation has nothing to add', (name, policy) => {
  for (const source of filesFor(name)) {
    const nodes = kestra.read(source).workflow?.nodes.filter(({ canCarryPolicy }) => canCarryPolicy) ?? [];
    const changes = nodes.map(({ id }) => ({ nodeId: id, policy, replaceEngineRetry: true }));
    const after = written(source, ...changes);
    expect(kestraRefusals(after.text), source.fileName).toEqual(kestraRefusals(source.text));
    expect(written(after, ...changes), source.fileName).toEqual(after);
  }
});
