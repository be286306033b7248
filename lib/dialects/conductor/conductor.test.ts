import { describe, expect, test } from 'vitest';
import { CONDUCTOR } from '../testing/conductor';
import { FULL_POLICY, policyFrom, SKELETON } from '../testing/policies';
import { expectSurvival } from '../testing/properties';
import type { DefinitionText } from '../types';
import { conductor } from '.';
import { partsOf } from './parts';

const [TRIAGE] = CONDUCTOR;
if (!TRIAGE) throw new Error('no sample');
const withDef = (taskDef: object, task: object = {}): DefinitionText => ({
  fileName: 'w.json',
  sidecar: null,
  text: `{"workflow":${JSON.stringify({ name: 'w', tasks: [{ name: 't', taskReferenceName: 'a', ...task }] })},"taskDefs":[${JSON.stringify({ name: 't', ...taskDef })}]}`,
});
const nodeOf = (source: DefinitionText, id = 'a') =>
  conductor.read(source).workflow?.nodes.find((node) => node.id === id);
const write = (source: DefinitionText, nodeId: string, policy: object, replaceEngineRetry = false) => {
  const written = conductor.write(source, [{ nodeId, policy: policyFrom(policy), replaceEngineRetry }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text, losses: written.losses };
};
const defOf = (source: DefinitionText) => JSON.parse(partsOf(source.text)?.taskDefs[0] ?? 'null');

describe('read', () => {
  test('tasks, wherever they stand', () => {
    const nodes = conductor.read(TRIAGE).workflow?.nodes ?? [];
    expect(nodes.map(({ id, parentId, canCarryPolicy }) => [id, parentId, canCarryPolicy])).toEqual([
      ['call_erp_ref', null, true],
      ['choose_ref', null, false],
      ['again_ref', 'choose_ref', true],
      ['ask_ref', 'choose_ref', true],
      ['fork_ref', null, false],
      ['tell_ref', 'fork_ref', true],
    ]);
    expect(nodes.map(({ next }) => next)).toEqual([
      ['choose_ref'],
      ['again_ref', 'ask_ref', 'fork_ref'],
      [],
      [],
      ['tell_ref'],
      [],
    ]);
    expect(nodes[3]?.config.actions).toEqual([{ id: 'http', kind: 'http', target: 'GET https://erp.example/v1' }]);
  });

  test.each([
    [{}, { maxAttempts: 4, backoff: 'fixed', initialInterval: '1m', maxInterval: '1m' }],
    [
      { retryCount: 2, retryDelaySeconds: 10, retryLogic: 'LINEAR_BACKOFF', backoffScaleFactor: 2 },
      { maxAttempts: 3, backoff: 'linear', initialInterval: '20s', maxInterval: '40s' },
    ],
    [
      { retryDelaySeconds: 1, retryLogic: 'EXPONENTIAL_BACKOFF', maxRetryDelaySeconds: 3, backoffScaleFactor: 9 },
      { maxAttempts: 4, backoff: 'exponential', initialInterval: '1s', maxInterval: '3s' },
    ],
    [{ retryCount: 0 }, undefined],
  ])('%j', (taskDef, retry) => {
    expect(nodeOf(withDef(taskDef))).toMatchObject({ engineRetry: [], config: {} });
    expect(nodeOf(withDef(taskDef))?.config.retry).toEqual(retry);
  });

  test.each([
    { retryDelaySeconds: 0 },
    { retryCount: 100 },
    { backoffJitterMs: 5 },
    { retryLogic: 'OTHER' },
    { retryCount: '3' },
  ])('beyond what a policy may say: %j', (taskDef) => {
    const node = nodeOf(withDef(taskDef));
    expect(node?.config.retry).toBeUndefined();
    expect(node?.engineRetry).toEqual([taskDef]);
  });

  test('its own count, and its own definition, come first', () => {
    expect(nodeOf(withDef({ retryCount: 5 }, { retryCount: 1 }))?.config.retry).toMatchObject({ maxAttempts: 2 });
    const inline = { taskDefinition: { name: 't', retryCount: 6 } };
    expect(nodeOf(withDef({ retryCount: 5 }, inline))?.config.retry).toMatchObject({ maxAttempts: 7 });
  });
});

describe('write', () => {
  test('the policy into the task, the retry into its definition, and nothing else', () => {
    const before = withDef({ retryCount: 2, retryLogic: 'FIXED', retryDelaySeconds: 10, ownerEmail: 'a@b.example' });
    const after = write(before, 'a', SKELETON);
    expect(defOf(after)).toEqual({
      name: 't',
      retryCount: 2,
      retryLogic: 'EXPONENTIAL_BACKOFF',
      retryDelaySeconds: 5,
      ownerEmail: 'a@b.example',
    });
    expect(nodeOf(after)?.config.retry).toEqual(SKELETON.retry);
    expect(nodeOf(after)?.engineRetry).toEqual([]);
    expect(JSON.parse(partsOf(after.text)?.workflow ?? '').tasks[0].metadata).toEqual({ failpath: SKELETON });
  });

  test('a cap only where the pauses would grow beyond it', () => {
    const long = { retry: { ...SKELETON.retry, maxAttempts: 9 } };
    const after = write(withDef({}), 'a', long);
    expect(defOf(after)).toMatchObject({ retryCount: 8, maxRetryDelaySeconds: 60 });
    expect(defOf(write(after, 'a', SKELETON))).toMatchObject({ retryCount: 2, maxRetryDelaySeconds: 0 });
  });

  test('taken away again, the task is as it was and nothing is tried again', () => {
    const before = withDef({ retryCount: 2 });
    const after = write(write(before, 'a', SKELETON), 'a', {});
    expect(partsOf(after.text)?.workflow).toBe(partsOf(before.text)?.workflow);
    expect(defOf(after)).toMatchObject({ retryCount: 0 });
  });

  test('what somebody set in the definition stays until it is replaced, and is said', () => {
    const published = write(withDef({ retryCount: 2 }), 'a', SKELETON);
    const changed = { ...published, text: published.text.replace('"retryCount":2', '"retryCount":7') };
    expect(nodeOf(changed)?.engineRetry).toMatchObject([{ retryCount: 7 }]);
    expect(nodeOf(changed)?.config.retry).toEqual(SKELETON.retry);
    expect(conductor.read(changed).diagnostics).toMatchObject([{ code: 'conductor_retry_page' }]);
    const kept = write(changed, 'a', { ...SKELETON, owner: 'ops' });
    expect([defOf(kept).retryCount, kept.losses.map(({ code }) => code)]).toEqual([7, ['conductor_retry_page']]);
    expect(defOf(write(changed, 'a', SKELETON, true)).retryCount).toBe(2);
  });

  test('a task without a definition keeps its policy, and it is said that nothing retries it', () => {
    const source = { ...TRIAGE, text: TRIAGE.text.replace('"call_erp","retryCount"', '"other","retryCount"') };
    const after = write(source, 'call_erp_ref', SKELETON);
    expect(after.losses).toMatchObject([{ code: 'conductor_no_definition', exactness: 'impossible', where: 'node' }]);
    expect(partsOf(after.text)?.taskDefs).toEqual(partsOf(source.text)?.taskDefs);
    expect(nodeOf(after, 'call_erp_ref')?.config.retry).toEqual(SKELETON.retry);
  });

  test('tasks that share a definition: named, changed together, and not apart', () => {
    expect(conductor.shared?.(TRIAGE, 'call_erp_ref')).toEqual({ name: 'call_erp', nodes: ['again_ref'] });
    expect(conductor.shared?.(TRIAGE, 'ask_ref')).toBeNull();
    const both = ['call_erp_ref', 'again_ref'];
    const same = both.map((nodeId) => ({ nodeId, policy: policyFrom(SKELETON) }));
    expect(conductor.write(TRIAGE, same)).toMatchObject({ ok: true });
    const other = policyFrom({ retry: { ...SKELETON.retry, initialInterval: '9s' } });
    const apart = [same[0] ?? { nodeId: '', policy: {} }, { nodeId: 'again_ref', policy: other }];
    expect(conductor.write(TRIAGE, apart)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'conductor_shared_differs', values: { other: 'call_erp_ref' } }],
    });
  });

  test('any policy survives, one after the other', () => {
    for (const source of CONDUCTOR.slice(2))
      for (const id of ['call_erp_ref', 'ask_ref', 'tell_ref'])
        for (const policy of [FULL_POLICY, SKELETON]) {
          const after = write(source, id, policy);
          expect(nodeOf(after, id)?.config).toMatchObject(policy);
          expectSurvival(conductor, source, id, [policyFrom(policy), {}]);
        }
  });
});
