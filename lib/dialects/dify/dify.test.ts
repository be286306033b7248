import { describe, expect, test } from 'vitest';
import { reconcileSides } from '../node-sides';
import { fileOf } from '../testing/files';
import { GRAPHS } from '../testing/graphs';
import { FULL_POLICY, policyFrom, SKELETON } from '../testing/policies';
import type { DefinitionText } from '../types';
import { dify } from '.';

const [GRAPH] = GRAPHS;
if (!GRAPH) throw new Error('no sample');
const nodeOf = (source: DefinitionText, id: string) => dify.read(source).workflow?.nodes.find((node) => node.id === id);
const withRetry = (retry_config: unknown, type = 'llm'): DefinitionText => ({
  fileName: 'g.json',
  sidecar: null,
  text: JSON.stringify({ nodes: [{ id: 'a', data: { type, title: 'A', retry_config } }], edges: [] }),
});
const write = (source: DefinitionText, nodeId: string, policy: object, replaceEngineRetry = false) => {
  const written = dify.write(source, [{ nodeId, policy: policyFrom(policy), replaceEngineRetry }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text, losses: written.losses };
};
const dataOf = ({ text }: DefinitionText) => JSON.parse(text).nodes[0].data;

describe('read', () => {
  test('nodes with what stands around them', () => {
    const nodes = dify.read(GRAPH).workflow?.nodes ?? [];
    expect(nodes.map(({ id, name, type, parentId }) => [id, name, type, parentId])).toEqual([
      ['1700000000001', 'Call ERP', 'http-request', null],
      ['1700000000002', '分类', 'llm', null],
      ['agent', 'Look it up', 'agent', '1700000000002'],
      ['off', 'Sum', 'code', null],
      ['far', 'far', 'tool', null],
    ]);
    expect(nodes[0]).toMatchObject({
      next: ['1700000000002'],
      config: {
        actions: [{ id: 'http-request', kind: 'http', target: 'POST https://erp.example/v1/orders' }],
        retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s' },
      },
    });
    expect(nodes[1]?.config.engine).not.toHaveProperty('selected');
  });

  test.each([
    [undefined, undefined],
    [{ retry_enabled: false, max_retries: 3, retry_interval: 1000 }, undefined],
    [{ enabled: true, max_retries: 3, exponential_backoff: { enabled: true } }, undefined],
    [
      { retry_enabled: true, max_retries: 1, retry_interval: 100 },
      { maxAttempts: 2, backoff: 'fixed', initialInterval: '100ms', maxInterval: '100ms' },
    ],
  ])('%j', (config, retry) => {
    expect(nodeOf(withRetry(config), 'a')?.config.retry).toEqual(retry);
    expect(nodeOf(withRetry(config), 'a')?.engineRetry).toEqual([]);
  });

  test.each([
    { retry_enabled: true, max_retries: 3 },
    { retry_enabled: true, max_retries: 100, retry_interval: 100 },
    { retry_enabled: 'yes', max_retries: 3, retry_interval: 100 },
    { retry_enabled: true, max_retries: 1.5, retry_interval: 100 },
  ])('beyond what a policy may say: %j', (config) => {
    expect(nodeOf(withRetry(config), 'a')).toMatchObject({ engineRetry: [config] });
    // On a node that its engine does not run again, it says nothing.
    expect(nodeOf(withRetry(config, 'agent'), 'a')?.engineRetry).toEqual([]);
  });

  test('an exported app, with its notes left out', () => {
    const file = fileOf('testdata/corpus/dify/json_translate.yml');
    const nodes = dify.read(file).workflow?.nodes ?? [];
    expect(nodes.length).toBeGreaterThan(3);
    expect(nodes.every(({ type }) => type !== null && type !== '')).toBe(true);
  });
});

describe('write', () => {
  test('the whole policy, and what the engine can do of it', () => {
    const after = write(withRetry(undefined), 'a', FULL_POLICY);
    expect(dataOf(after).failpath).toEqual(FULL_POLICY);
    expect(dataOf(after).retry_config).toEqual({ retry_enabled: true, max_retries: 4, retry_interval: 5000 });
    expect(nodeOf(after, 'a')?.config).toMatchObject(FULL_POLICY);
    expect(after.losses.map(({ code, where }) => [code, where])).toEqual([
      ['dify_every_error', 'node'],
      ['dify_constant_wait', 'node'],
      ['dify_jitter', 'node'],
      ['dify_max_elapsed', 'node'],
    ]);
  });

  test.each([
    [{ maxAttempts: 12, initialInterval: '1s', maxInterval: '1s', backoff: 'fixed' }, 'dify_page_count'],
    [{ maxAttempts: 3, initialInterval: '30s', maxInterval: '30s', backoff: 'fixed' }, 'dify_page_interval'],
  ])('beyond its own page: %j', (retry, code) => {
    const after = write(withRetry(undefined), 'a', { retry });
    expect(after.losses.map((loss) => loss.code)).toEqual(['dify_every_error', code]);
    expect(nodeOf(after, 'a')?.config.retry).toEqual(retry);
  });

  test('a node that it does not run again keeps its policy, and its page as it is', () => {
    const config = { retry_enabled: true, max_retries: 3, retry_interval: 100 };
    const after = write(withRetry(config, 'agent'), 'a', SKELETON);
    expect(after.losses).toMatchObject([
      { code: 'dify_node_type', exactness: 'impossible', values: { type: 'agent' } },
    ]);
    expect(dataOf(after).retry_config).toEqual(config);
    expect(nodeOf(after, 'a')?.config.retry).toEqual(SKELETON.retry);
  });

  test('switched off, what somebody chose on its page stays', () => {
    const after = write(withRetry({ retry_enabled: true, max_retries: 3, retry_interval: 1000, x: 1 }), 'a', {});
    expect(dataOf(after)).toEqual({
      ...{ type: 'llm', title: 'A' },
      retry_config: { retry_enabled: false, max_retries: 3, retry_interval: 1000, x: 1 },
    });
  });

  test('what steers the flow takes none', () => {
    const source = withRetry(undefined, 'if-else');
    expect(nodeOf(source, 'a')?.canCarryPolicy).toBe(false);
    expect(dify.write(source, [{ nodeId: 'a', policy: policyFrom(SKELETON) }])).toMatchObject({
      diagnostics: [{ code: 'dify_cannot_carry' }],
    });
  });
});

test('form and text beside each other: what belongs to the platform is named, the policy may be typed', () => {
  const source = { ...GRAPH, text: write(GRAPH, '1700000000001', SKELETON).text };
  const document = { retry: SKELETON.retry };
  const rest = { held: null, replaceEngineRetry: false, inheritedOwner: null };
  const sides = (text: string | null) =>
    reconcileSides(source, 'dify', { nodeId: '1700000000001', document, text, ...rest });
  const text = sides(null)?.text ?? '';
  expect(JSON.parse(text)).toMatchObject({ title: 'Call ERP', failpath: document });
  expect(sides(text.replace('"maxAttempts":3', '"maxAttempts":4'))?.document).toMatchObject({
    retry: { maxAttempts: 4 },
  });
  expect(sides(text.replace('Call ERP', 'Call it'))?.ofText).toMatchObject([{ code: 'platform_changed' }]);
});
