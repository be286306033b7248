import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingSchedules } from '../schedules';
import { SMALL_FLOWS } from '../testing/flows';
import { codes, corpus, fixed, flow, nodeOf, retry, written } from '../testing/kestra-flows';
import { policyFrom } from '../testing/policies';
import { policiesSurvive } from '../testing/properties';
import type { DefinitionText } from '../types';
import { kestra } from '.';

describe('schedule', () => {
  const [newest, older, oldest] = kestra.versions ?? [];
  const waits = (policy: ReturnType<typeof retry>, version?: string | null) =>
    kestra.schedule?.(nodeOf(flow('')), policy, version)?.waits.map(({ min, max }) => (min === max ? max : [min, max]));

  test('by the formula of today, and by the one before 1.3.25', () => {
    const policy = retry({ maxAttempts: 6, multiplier: 2.5 });
    expect(waits(policy)).toEqual([5000, 12_500, 31_250, 60_000, 60_000]);
    expect(waits(policy, newest)).toEqual(waits(policy, null));
    expect(waits(policy, older)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
    expect(waits(policy, oldest)).toEqual(waits(policy, older));
    const losses = kestra.support(nodeOf(flow('')), policy, older);
    expect(losses).toMatchObject([
      { code: 'kestra_old_formula', exactness: 'approximate', values: { found: '0s, 10s, 20s, 30s, …' } },
    ]);
    expect(kestra.support(nodeOf(flow('')), fixed(), older)).toEqual([]);
  });

  test('constant, random, and ended by the limit on the total', () => {
    expect(waits(fixed({ maxElapsed: '12s' }))).toEqual([5000, 5000]);
    expect(waits(fixed({ jitter: 'equal', maxAttempts: 2 }))).toEqual([[2500, 5000]]);
    expect(waits(policyFrom({ owner: 'ops' }))).toBeUndefined();
    for (const policy of [retry({ multiplier: 1.5 }), fixed({ jitter: 'full' }), fixed({ maxElapsed: '1h' })])
      expect(differingSchedules(kestra, nodeOf(flow('')), policy)).toBeNull();
  });

  test('what stays the engine’s own', () => {
    const node = nodeOf(flow('    retry: {type: constant, interval: PT1S}\n'));
    expect(kestra.schedule?.(node, {})).toMatchObject({ endless: true });
    const timed = nodeOf(flow('    retry: {type: constant, interval: PT2S, maxDuration: PT6S}\n'));
    expect(kestra.schedule?.(timed, {})?.waits).toHaveLength(3);
  });
});

describe('what a task inherits', () => {
  const around = 'retry:\n  type: constant\n  interval: PT5S\n  maxAttempts: 4\n';
  const inherited = (source: DefinitionText, id = 'a') =>
    kestra.read(source).diagnostics.find((each) => each.code === 'kestra_retry_inherited' && each.nodeId === id);

  test('the flow’s retry is that of each task, until a rule of its own replaces it', () => {
    const source = flow('', around);
    expect(nodeOf(source).config.retry).toMatchObject({ maxAttempts: 4, initialInterval: '5s' });
    expect(inherited(source)).toMatchObject({ values: { type: 'flow', other: 'w' }, place: { line: 4 } });
    expect(written(source, { nodeId: 'a', policy: fixed() })).toEqual(source);
    const own = written(source, { nodeId: 'a', policy: fixed({ maxAttempts: 2 }) });
    expect(inherited(own)).toBeUndefined();
    expect(inherited(own, 'b')).toBeDefined();
    expect(written(own, { nodeId: 'a', policy: fixed() })).toEqual(source);
  });

  test('no retry is said where something is inherited', () => {
    const source = flow('', around);
    const never = written(source, { nodeId: 'a', policy: {} });
    expect(never.text).toBe(
      flow('    retry:\n      type: constant\n      interval: PT1S\n      maxAttempts: 1\n', around).text,
    );
    expect(nodeOf(never).config.retry).toBeUndefined();
    expect(written(never, { nodeId: 'a', policy: {} })).toEqual(never);
    expect(written(never, { nodeId: 'a', policy: fixed() })).toEqual(source);
  });

  test('the nearest task around comes before the flow', () => {
    const source = corpus('retry-flowable.yaml');
    expect(nodeOf(source, 'child').config.retry).toMatchObject({ maxAttempts: 3, initialInterval: '1s' });
    expect(inherited(source, 'child')).toMatchObject({ values: { type: 'task', other: 'flowable' } });
    expect(nodeOf(source, 'flowable').canCarryPolicy).toBe(false);
  });

  const defaults = (forced: string) =>
    `pluginDefaults:\n  - type: io.kestra.plugin.core.http\n${forced}    values: {retry: {type: exponential, interval: PT1S, maxInterval: PT9S, maxAttempt: 3, delayFactor: 3}}\n`;

  test('defaults of its type fill in what a task does not say', () => {
    const source = flow('', defaults(''));
    expect(nodeOf(source).config.retry).toMatchObject({ maxAttempts: 3, multiplier: 3 });
    expect(inherited(source)).toMatchObject({ values: { type: 'defaults' } });
    const after = written(source, { nodeId: 'a', policy: retry() });
    expect(after.text).toContain('      delayFactor: 2\n      maxAttempt: 4\n');
    expect(nodeOf(after).config.retry).toMatchObject({ maxAttempts: 4, initialInterval: '5s' });
    expect(written(after, { nodeId: 'a', policy: retry() })).toEqual(after);
  });

  test('forced defaults hold over anything, so that a rule of its own is refused', () => {
    const source = flow('', defaults('    forced: true\n'));
    const refused = kestra.write(source, [{ nodeId: 'a', policy: fixed() }]);
    expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: 'kestra_defaults_in_the_way', nodeId: 'a' }] });
  });
});

describe('sidecar', () => {
  const policy = policyFrom({
    owner: 'ops',
    classification: [{ code: 'http_401', class: 'terminal' }],
    retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s', retryOn: ['timeout'] },
  });
  const source = written(flow(''), { nodeId: 'a', policy });

  test('holds whole where its projection is what the text says', () => {
    expect(nodeOf(source).config).toMatchObject({ owner: 'ops', retry: { maxAttempts: 3, retryOn: ['timeout'] } });
    expect(codes(source)).toEqual([]);
  });

  test('else the text holds for what it can say', () => {
    const changed = { ...source, text: source.text.replace('maxAttempts: 3', 'maxAttempts: 9') };
    expect(nodeOf(changed).config).toMatchObject({
      owner: 'ops',
      classification: [{ code: 'http_401' }],
      retry: { maxAttempts: 9, retryOn: ['timeout'] },
    });
    expect(codes(changed)).toEqual(['sidecar_differs']);
    const gone = { ...source, text: flow('').text };
    expect(nodeOf(gone).config.retry).toBeUndefined();
    expect(codes(gone)).toEqual(['sidecar_differs']);
  });
});

test('any policy survives a flow with its sidecar; no other task changes', { timeout: 180_000 }, () => {
  fc.assert(policiesSurvive(kestra, SMALL_FLOWS), { numRuns: 1000 });
});
