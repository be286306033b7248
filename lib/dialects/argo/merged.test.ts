import { expect, test } from 'vitest';
import { policyFrom, SKELETON } from '../testing/policies';
import type { DefinitionText } from '../types';
import { argo } from '.';

/** `b` gets from `a` by a merge key what it does not say itself. */
const merged = (own = ''): DefinitionText => ({
  fileName: 'w.yaml',
  sidecar: null,
  text: `apiVersion: argoproj.io/v1alpha1
kind: Workflow
spec:
  templates:
  - &a
    name: a
    container: { image: x }
    retryStrategy: { limit: "3" }
  - <<: *a
    name: b
${own}`,
});
const write = (source: DefinitionText, policy: object) => {
  const written = argo.write(source, [{ nodeId: 'b', policy: policyFrom(policy), replaceEngineRetry: true }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text };
};
const retryOf = (source: DefinitionText) => {
  const node = argo.read(source).workflow?.nodes.find(({ id }) => id === 'b');
  return [node?.config.retry, node?.engineRetry];
};

test.each(['', '    retryStrategy: { limit: "2", backoff: { duration: 5s } }\n'])(
  'no retries: what a merge key brings in does not hold either, beside %j',
  (own) => {
    const after = write(merged(own), { owner: 'ops' });
    expect(after.text).toContain('limit: "0"');
    expect(retryOf(after)).toEqual([undefined, []]);
    expect(write(after, { owner: 'ops' }).text).toBe(after.text);
  },
);

test('a policy and none after it: the merged strategy never comes back by itself', () => {
  const after = write(write(merged(), SKELETON), {});
  expect(retryOf(after)).toEqual([undefined, []]);
});

test('a policy in an annotation of a text without any stands behind `|`', () => {
  const text = merged().text.replace('    name: a\n', '    name: a\n    inputs: {}\n');
  expect(write({ ...merged(), text }, { owner: 'ops' }).text).toContain(
    '    annotations:\n      failpath.dev/policy: |\n        owner: ops\n',
  );
});
