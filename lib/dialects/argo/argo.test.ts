import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reconcileSides } from '../node-sides';
import { nodeText } from '../node-text';
import { ARGO, SHARING } from '../testing/argo';
import { filesOf } from '../testing/files';
import { FULL_POLICY, policyFrom, SKELETON } from '../testing/policies';
import { policiesSurvive } from '../testing/properties';
import type { DefinitionText } from '../types';
import { argo } from '.';

const template = (body: string): DefinitionText => ({
  fileName: 'w.yaml',
  sidecar: null,
  text: `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {generateName: w-}\nspec:\n  templates:\n  - name: a\n${body.replace(/^(?=.)/gm, '    ')}\n`,
});
const container = (strategy = '') => template(`${strategy}container: {image: x}`);
const http = (strategy = '') => template(`${strategy}http: {url: "https://a.example"}`);
const nodeOf = (source: DefinitionText, id = 'a') => {
  const node = argo.read(source).workflow?.nodes.find((each) => each.id === id);
  if (node) return node;
  throw new Error(`no node ${id}`);
};
const file = (name: string) => [...ARGO, ...SHARING].find((each) => each.fileName === name) ?? container();
const write = (source: DefinitionText, policy: object, { id = 'a', ...options } = {}) => {
  const written = argo.write(source, [{ nodeId: id, policy: policyFrom(policy), ...options }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text, losses: written.losses };
};
const addedTo = (source: DefinitionText, after: DefinitionText) => {
  const before = source.text.split('\n');
  return after.text
    .split('\n')
    .filter((line) => !before.includes(line))
    .join('\n');
};
const retry = (more: object = {}) => ({
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', ...more },
});

test('tells its own texts', () => {
  const corpus = filesOf('testdata/corpus/argo');
  expect(corpus.filter(({ text }) => !argo.detect(text)).map(({ fileName }) => fileName)).toEqual([
    'github-path-filter-workfloweventbinding.yaml',
    'workflow-count-resourcequota.yaml',
  ]);
  for (const { text } of [...ARGO, ...SHARING]) expect(argo.detect(text)).toBe(true);
  for (const folder of ['asl', 'conductor', 'dify', 'kestra', 'google-workflows', 'serverless-workflow'])
    for (const { text } of filesOf(`testdata/corpus/${folder}`)) expect(argo.detect(text)).toBe(false);
});

describe('read', () => {
  test('steps and tasks below what runs them, in order', () => {
    const nodes = argo.read(file('orders.yaml')).workflow?.nodes ?? [];
    expect(
      nodes.map(({ id, parentId, next, type, canCarryPolicy }) => [id, parentId, next, type, canCarryPolicy]),
    ).toEqual([
      ['main', null, [], 'steps', true],
      ['load', 'main', ['call', '归档'], 'script', true],
      ['call', 'main', ['wait', 'other'], 'http', true],
      ['归档', 'main', ['wait', 'other'], 'container', true],
      ['wait', 'main', [], 'suspend', false],
      ['other', 'main', [], 'templateRef', false],
    ]);
    expect(nodes[1]?.config.actions).toEqual([
      { id: 'read-orders', kind: 'object_storage', target: 'shop/orders.csv' },
    ]);
    expect(nodes[2]?.config.actions).toEqual([{ id: 'http', kind: 'http', target: 'POST erp.example/v1/orders' }]);
    expect(argo.read(file('orders.yaml')).diagnostics).toMatchObject([
      { code: 'argo_template_elsewhere', nodeId: 'other', place: { line: 21 } },
    ]);
  });

  test('a graph: by dependencies and by depends; a manifest that starts a workflow', () => {
    const nodes = argo.read(file('nightly.yaml')).workflow?.nodes ?? [];
    expect(nodes.map(({ id, next }) => [id, next])).toEqual([
      ['graph', []],
      ['A', ['B', 'C']],
      ['B', ['C']],
      ['C', []],
    ]);
    expect(nodes[2]?.config.actions).toEqual([{ id: 'resource', kind: 'sub_workflow', target: 'create Workflow' }]);
  });

  test('several workflows in one file; what is no workflow is passed over', () => {
    const { workflow, diagnostics } = argo.read(file('backfill.yaml'));
    expect(workflow?.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['backfill/main', null],
      ['backfill-now/main', null],
      ['main', 'backfill-now/main'],
    ]);
    expect([workflow?.key, diagnostics]).toEqual(['backfill', []]);
  });

  test.each([
    [
      'limit: 3\n  backoff: {duration: "60"}',
      { maxAttempts: 4, backoff: 'fixed', initialInterval: '1m', maxInterval: '1m' },
    ],
    [
      'limit: "2"\n  backoff: {duration: 1m30s, factor: "3", cap: 1h}',
      { maxAttempts: 3, backoff: 'exponential', initialInterval: '1m30s', maxInterval: '1h', multiplier: 3 },
    ],
    [
      'limit: "10"\n  backoff: {duration: "1", factor: "2", maxDuration: "1m"}',
      { maxAttempts: 11, backoff: 'exponential', initialInterval: '1s', maxInterval: '8m32s', maxElapsed: '1m' },
    ],
    ['limit: "0"', undefined],
  ])('%s', (strategy, expected) => {
    const node = nodeOf(container(`retryStrategy:\n  ${strategy}\n`));
    expect([node.config.retry, node.engineRetry]).toEqual([expected, []]);
  });

  test.each([
    ['endless', 'backoff: {duration: "1"}'],
    ['at_once', 'limit: 2'],
    ['expression', 'limit: 2\n  expression: asInt(lastRetry.exitCode) > 1'],
    ['limits', 'limit: 100\n  backoff: {duration: 1s}'],
    ['limits', 'limit: 5\n  backoff: {duration: 25h}'],
    ['limits', 'limit: 50\n  backoff: {duration: 10s, factor: 2}'],
    ['variable', 'limit: "{{inputs.parameters.n}}"'],
    ['malformed', 'limit: 2\n  backoff: {factor: 2}'],
    ['malformed', 'limit: 2\n  backoff: {duration: 5 parsecs}'],
    ['malformed', 'limit: 2.5\n  backoff: {duration: 5s}'],
    ['malformed', 'limit: 2\n  retryPolicy: Never'],
  ])('beyond a policy (%s): %s', (reason, strategy) => {
    const source = container(`retryStrategy:\n  ${strategy}\n`);
    expect([nodeOf(source).config.retry, nodeOf(source).engineRetry.length]).toEqual([undefined, 1]);
    expect(argo.read(source).diagnostics).toMatchObject([{ code: 'argo_retry_kept', values: { reason } }]);
    expect(argo.write(source, [{ nodeId: 'a', policy: policyFrom(SKELETON) }])).toMatchObject({
      diagnostics: [{ code: 'engine_retry_in_the_way' }],
    });
    // Beside it stands what says nothing of retries.
    expect(nodeOf(write(source, { owner: 'ops' })).config).toMatchObject({ owner: 'ops' });
    expect(nodeOf(write(source, { owner: 'ops' })).engineRetry.length).toBe(1);
  });

  test('what it inherits: defaults key by key, the strategy of the spec as a whole', () => {
    const nodes = argo.read(file('nightly.yaml')).workflow?.nodes ?? [];
    const inherited = { maxAttempts: 3, backoff: 'exponential', initialInterval: '10s', maxInterval: '20s' };
    expect(nodes.map(({ config }) => config.retry)).toEqual([
      inherited,
      inherited,
      { ...inherited, maxAttempts: 4 },
      inherited,
    ]);
    expect(nodeOf(file('cron.yaml'), 'other').config.retry).toMatchObject({ maxAttempts: 2, initialInterval: '3s' });
  });
});

describe('codes of an HTTP template', () => {
  const said = (policy: object) => addedTo(http(), write(http(), policy));
  test.each([
    [['http_429', '503'], "matches 'code: (429|503)'"],
    [['timeout', 'http_5xx'], "matches 'code: (5[0-9][0-9])|timeout|deadline exceeded'"],
    [['connection_refused'], "matches 'connection refused'"],
  ])('%j', (retryOn, expression) => {
    expect(said(retry({ retryOn }))).toContain(`expression: "lastRetry.message ${expression}"`);
  });

  test('read back, without an annotation where it says it all', () => {
    const policy = retry({ retryOn: ['http_429', 'http_5xx', 'timeout'] });
    const all = { actions: [{ id: 'http', kind: 'http', target: 'GET a.example' }], ...policy };
    const after = write(http(), all);
    expect(after.text).not.toContain('annotations');
    expect(nodeOf(after).config).toMatchObject(all);
    expect(after.losses).toEqual([]);
  });

  test('a single status out of a range is not retried', () => {
    const policy = { ...retry({ retryOn: ['http_5xx'] }), classification: [{ code: 'http_501', class: 'terminal' }] };
    expect(said(policy)).toContain("(5[0-9][0-9])' && !(lastRetry.message matches 'code: (501)')");
    expect(nodeOf(write(http(), policy)).config).toMatchObject(policy);
  });

  test('an expression of somebody else is never taken for ours, nor one where the message does not say the code', () => {
    const strategy = `retryStrategy:\n  limit: 2\n  backoff: {duration: 5s}\n  expression: "lastRetry.message matches 'code: (429)'"\n`;
    expect(nodeOf(http(strategy)).config.retry).toMatchObject({ retryOn: ['http_429'] });
    expect(nodeOf(http(strategy.replace('429', '42'))).engineRetry.length).toBe(1);
    expect(nodeOf(container(strategy)).engineRetry.length).toBe(1);
    const condition = template(`${strategy}http: {url: x, successCondition: "true"}`);
    expect(nodeOf(condition).engineRetry.length).toBe(1);
  });
});

describe('write', () => {
  test('what Argo can say into retryStrategy, and the whole as text into an annotation', () => {
    expect(addedTo(container(), write(container(), { ...SKELETON, owner: 'ops' }))).toBe(`    annotations:
      failpath.dev/policy: |
        retry:
          maxAttempts: 3
          backoff: exponential
          initialInterval: 5s
          maxInterval: 1m
          retryOn: [timeout, psp_busy]
        owner: ops
    retryStrategy:
      limit: "2"
      backoff:
        duration: 5s
        factor: "2"
        cap: 1m`);
  });

  test('no annotation where the strategy says it all, in the spelling that is there', () => {
    const before = container(
      'retryStrategy:\n  limit: 5 # tries\n  retryPolicy: Always\n  backoff: {duration: "10"}\n',
    );
    const after = write(before, retry({ initialInterval: '20s' }));
    expect(after.text).toBe(
      before.text.replace('limit: 5', 'limit: 2').replace('{duration: "10"}', '{duration: "20", factor: 2, cap: "60"}'),
    );
    expect(nodeOf(after).config.retry).toEqual(retry({ initialInterval: '20s' }).retry);
  });

  test('nothing of retries, where a strategy is inherited, is said as no retries', () => {
    const after = write(file('nightly.yaml'), { owner: 'ops' }, { id: 'A' });
    expect(after.text).toContain('limit: 0');
    expect(nodeOf(after, 'A').config.retry).toBeUndefined();
  });

  test('what is inherited and not wanted gets a value that says nothing', () => {
    const after = write(file('nightly.yaml'), retry({ backoff: 'fixed', maxInterval: '5s' }), { id: 'A' });
    expect(addedTo(file('nightly.yaml'), after)).toContain('{duration: 5s, factor: 1, cap: 5s}');
    expect(nodeOf(after, 'A').config.retry).toMatchObject({ backoff: 'fixed', initialInterval: '5s' });
  });

  test('remarks in the annotation stay, and so do keys of others', () => {
    const first = write(container(), { owner: 'ops', ...SKELETON });
    const remarked = { ...first, text: first.text.replace('owner: ops', 'owner: ops # on call\n        team: x') };
    const second = write(remarked, { owner: 'night', ...SKELETON });
    expect(second.text).toBe(remarked.text.replace('owner: ops', 'owner: night'));
  });

  test('what Argo would fill in is escaped', () => {
    const policy = { classification: [{ code: 'x', class: 'terminal', reason: 'see {{workflow.name}}' }] };
    const after = write(container(), policy);
    expect(addedTo(container(), after)).not.toContain('{{');
    expect(nodeOf(after).config.classification).toEqual(policy.classification);
  });

  test('a strategy that somebody changed holds for what it says, the annotation for the rest', () => {
    const after = write(container(), FULL_POLICY);
    const changed = { ...after, text: after.text.replace('limit: "4"', 'limit: "7"') };
    expect(argo.read(changed).diagnostics).toMatchObject([{ code: 'argo_policy_differs', nodeId: 'a' }]);
    expect(nodeOf(changed).config).toMatchObject({
      owner: 'payments-ops',
      retry: { maxAttempts: 8, jitter: 'full', retryOn: FULL_POLICY.retry.retryOn },
    });
  });

  test.each([
    ['other', 'argo_no_template'],
    ['wait', 'argo_cannot_carry'],
    ['none', 'node_unknown'],
  ])('refused: %s', (nodeId, code) => {
    const written = argo.write(file('orders.yaml'), [{ nodeId, policy: policyFrom(SKELETON) }]);
    expect(written).toMatchObject({ ok: false, diagnostics: [{ code, nodeId }] });
  });
});

test('any policy survives, one after the other', () => {
  const strategy =
    'retryStrategy: # ours\n  limit: 3\n  affinity: {nodeAntiAffinity: {}}\n  backoff: {duration: "5"}\n';
  const small = [
    container(),
    http(),
    http(`annotations:\n  team: x\n${strategy}`),
    file('cron.yaml'),
    file('line.json'),
  ];
  // On a busy machine, what is tried in the time has to do.
  fc.assert(policiesSurvive(argo, small), { numRuns: 1000, interruptAfterTimeLimit: 30_000 });
});

test('taken away again, the text is as it was', () => {
  for (const source of [...ARGO, ...SHARING])
    for (const { id, config, canCarryPolicy } of argo.read(source).workflow?.nodes ?? []) {
      if (!canCarryPolicy || config.retry || config.owner || source.text.includes('affinity')) continue;
      expect(write(write(source, FULL_POLICY, { id }), {}, { id }).text, id).toBe(source.text);
    }
});

describe('a template that steps share', () => {
  const [yaml, json] = SHARING;
  if (!yaml || !json) throw new Error('no samples');
  const policy = policyFrom({ ...SKELETON, owner: 'ops' });

  test('is named with the others, and changes them all', () => {
    expect(argo.shared?.(yaml, 'a')).toEqual({ name: 'send', nodes: ['b', 'c'], copyable: true });
    expect(argo.shared?.(yaml, 'main')).toBeNull();
    const after = write(yaml, SKELETON, { id: 'b' });
    for (const id of ['a', 'b', 'c']) expect(nodeOf(after, id).config.retry).toEqual(SKELETON.retry);
  });

  test('cannot say two things', () => {
    const changes = [
      { nodeId: 'a', policy },
      { nodeId: 'b', policy: policyFrom(SKELETON) },
    ];
    expect(argo.write(yaml, changes)).toMatchObject({ diagnostics: [{ code: 'argo_shared_differs', nodeId: 'b' }] });
  });

  test('is copied for one of them, all its bytes right behind it, under a name of its own', () => {
    const after = argo.write(yaml, [{ nodeId: 'b', policy, copyShared: true }]);
    if (!after.ok) throw new Error(JSON.stringify(after.diagnostics));
    expect(after.diagnostics).toMatchObject([{ code: 'argo_copied', values: { name: 'send', other: 'send-b-2' } }]);
    const [head = '', tail = ''] = after.text.split('    - name: send-b\n');
    const [before = '', rest = ''] = yaml.text.replace('"send"', '"send-b-2"').split('    - name: send-b\n');
    expect([head.startsWith(before), tail]).toEqual([true, rest]);
    expect(head.slice(before.length)).toMatch(/^ {4}- name: send-b-2 # mails\n/);
    const again = { ...yaml, text: after.text };
    expect(nodeOf(again, 'b').config.owner).toBe('ops');
    expect([nodeOf(again, 'a'), nodeOf(again, 'c')].map(({ config }) => config)).toEqual(
      [nodeOf(yaml, 'a'), nodeOf(yaml, 'c')].map(({ config }) => config),
    );
    expect(argo.write(again, [{ nodeId: 'b', policy, copyShared: true }])).toMatchObject({ text: after.text });
  });

  test('is copied in JSON, and kept by the last who goes by it', () => {
    const changes = ['a', 'b'].map((nodeId) => ({ nodeId, copyShared: true, policy }));
    const after = argo.write(json, changes);
    if (!after.ok) throw new Error(JSON.stringify(after.diagnostics));
    const { templates } = JSON.parse(after.text).spec;
    expect(templates.map(({ name }: { name: string }) => name)).toEqual(['main', 't', 't-b']);
    expect(templates[0].dag.tasks.map((task: { template: string }) => task.template)).toEqual(['t', 't-b']);
  });
});

describe('the text beside the form', () => {
  const sides = (source: DefinitionText, nodeId: string, text: string) =>
    reconcileSides(source, 'argo', {
      ...{ nodeId, document: {}, text, held: null, replaceEngineRetry: false, inheritedOwner: null },
    });

  test('is the template where it is the only one that goes by it', () => {
    const source = file('orders.yaml');
    expect(nodeText(source, 'argo', 'call')?.text).toMatch(/^name: call\nhttp:\n {2}url: /);
    const typed = `${nodeText(source, 'argo', 'call')?.text}\nretryStrategy:\n  limit: "2"\n  backoff: {duration: 5s}`;
    const after = sides(source, 'call', typed);
    expect(after?.document.retry).toEqual({
      ...{ maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' },
    });
    expect([after?.broken, after?.ofText]).toEqual([false, []]);
    expect(sides(source, 'call', typed.replace('POST', 'GET'))?.ofText).toMatchObject([{ code: 'platform_changed' }]);
  });

  test('is the step where others go by its template', () => {
    expect(nodeText(file('sharing.yaml'), 'argo', 'c')?.text).toBe('name: c\ntemplate: send');
    expect(argo.locate(file('sharing.yaml'), { nodeId: 'c' })?.elsewhere?.line).toBe(15);
  });

  test('says where a part of the policy stands', () => {
    const source = write(container(), { ...SKELETON, owner: 'ops' });
    const [at, lines] = [argo.locate(source, { nodeId: 'a' }), source.text.split('\n')];
    const place = at?.place(['retry', 'maxInterval']);
    expect(source.text.slice(place?.start, place?.end)).toBe('1m');
    expect(lines[(at?.place(['owner'])?.line ?? 0) - 1]).toBe('        owner: ops');
    expect(at?.place(['alert'])).toBeNull();
  });
});

describe('what Argo will do', () => {
  const node = nodeOf(container());
  const waits = (policy: object, version?: string) =>
    argo.schedule?.(node, policyFrom(policy), version)?.waits.map(({ min, max }) => (min === max ? min / 1000 : null));

  test('min(d·m^(k−1), cap), without the cap before 3.7, and never past maxDuration', () => {
    const long = retry({ maxAttempts: 6, maxInterval: '20s' });
    expect(waits(long)).toEqual([5, 10, 20, 20, 20]);
    expect(waits(long, '3.6')).toEqual([5, 10, 20, 40, 80]);
    expect(waits(retry({ maxAttempts: 6, maxInterval: '20s', maxElapsed: '40s' }))).toEqual([5, 10, 20]);
    expect(waits(retry({ maxAttempts: 5, backoff: 'linear', maxInterval: '15s' }))).toEqual([5, 10, 15, 15]);
    expect(argo.schedule?.(node, policyFrom({ owner: 'ops' }))).toBeNull();
    const endless = nodeOf(container('retryStrategy: {retryPolicy: Always}\n'));
    expect(argo.schedule?.(endless, {})).toMatchObject({ endless: true });
  });

  test.each([
    [{}, ['argo_every_error']],
    [{ jitter: 'full' }, ['argo_every_error', 'argo_jitter']],
    [{ multiplier: 1.5 }, ['argo_every_error', 'argo_factor']],
    [{ backoff: 'linear' }, ['argo_every_error', 'argo_linear']],
    [{ initialInterval: '1500ms' }, ['argo_every_error', 'argo_sub_second']],
    [{ retryOn: ['*'] }, []],
    [{ retryOn: [] }, ['argo_nothing_retried']],
  ])('losses of %j', (more, codes) => {
    expect(argo.support(node, policyFrom(retry(more))).map(({ code }) => code)).toEqual(codes);
  });

  test('losses that depend on the template and the release', () => {
    const codes = (source: DefinitionText, policy: object, version?: string) =>
      argo.support(nodeOf(source), policyFrom(policy), version).map(({ code }) => code);
    expect(codes(http(), retry({ retryOn: ['http_429', 'psp_busy'] }))).toEqual(['argo_code']);
    const transient = container('retryStrategy: {limit: 1, retryPolicy: OnTransientError, backoff: {duration: 1s}}\n');
    expect(codes(transient, retry({ retryOn: ['*'] }))).toEqual(['argo_retry_policy']);
    const capped = retry({ maxAttempts: 6, maxInterval: '20s', retryOn: ['*'] });
    expect([codes(container(), capped), codes(container(), capped, '3.6')]).toEqual([[], ['argo_cap']]);
  });
});
