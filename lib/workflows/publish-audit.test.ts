import { expect, it } from 'vitest';
import { publicationRecord } from './publish-audit';

const WORKFLOW = { id: 'w', name: 'Orders', version: 3 };
const NODE = {
  ...{ nodeRowId: 'r', nodeId: 'refresh-token', textTyped: false, replaceEngineRetry: false },
  before: { 'x-platform': { keep: 'me' }, retry: { maxAttempts: 3 } },
  after: { 'x-platform': { keep: 'me' }, retry: { maxAttempts: 4 }, owner: 'order-ops' },
};

it('tells the policy of each node on both sides, without what is the platform’s', () => {
  const told = publicationRecord({ workflow: WORKFLOW, origin: { kind: 'drafts' }, note: 'calmer', nodes: [NODE] });
  expect(told).toEqual({
    action: 'policy.publish',
    subject: { kind: 'workflow', id: 'w', name: 'Orders' },
    before: { version: 3, nodes: [{ id: 'refresh-token', row: 'r', policy: { retry: { maxAttempts: 3 } } }] },
    after: {
      ...{ version: 4, note: 'calmer' },
      nodes: [{ id: 'refresh-token', row: 'r', policy: { owner: 'order-ops', retry: { maxAttempts: 4 } } }],
    },
  });
});

it('says where it comes from, and what went beyond the policy', () => {
  const nodes = [{ ...NODE, textTyped: true, replaceEngineRetry: true }];
  const restored = publicationRecord({
    ...{ workflow: WORKFLOW, note: undefined, nodes },
    origin: { kind: 'restore', version: 1 },
  });
  expect(restored).toMatchObject({ action: 'policy.restore', after: { restoredFrom: 1 } });
  expect(restored.after).toMatchObject({ nodes: [{ textTyped: true, replacedEngineRetry: true }] });
  const skeleton = publicationRecord({ workflow: WORKFLOW, origin: { kind: 'skeleton' }, note: undefined, nodes });
  expect(skeleton.action).toBe('policy.skeleton');
});
