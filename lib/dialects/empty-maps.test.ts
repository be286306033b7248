import { expect, test } from 'vitest';
import { reconcileSides, takeNodeText } from './node-sides';
import { dialectById } from './registry';
import { policyFrom, SKELETON } from './testing/policies';
import type { DialectId } from './types';

const POLICY = policyFrom(SKELETON);
const CONDUCTOR =
  '{"name":"w","tasks":[{"name":"a","taskReferenceName":"a","type":"HTTP","metadata":{},"taskDefinition":{ }}]}';
const SERVERLESS =
  'document: {dsl: 1.0.0, namespace: n, name: w, version: 0.1.0}\ndo:\n  - a:\n      metadata: {}\n      call: http\n';
const ARGO =
  'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  templates:\n  - name: a\n    annotations: {}\n    retryStrategy: {}\n    container: {image: x}\n';

test.each<[DialectId, string, string]>([
  ['conductor', 'w.json', CONDUCTOR],
  ['conductor', 'w.json', CONDUCTOR.replace('"metadata":{}', '"metadata":null')],
  ['serverless-workflow', 'w.yaml', SERVERLESS],
  ['serverless-workflow', 'w.yaml', SERVERLESS.replace('metadata: {}', 'metadata:')],
  ['argo', 'w.yaml', ARGO],
  ['argo', 'w.yaml', ARGO.replaceAll(' {}\n', ' # none\n')],
])('%s: a policy goes where an empty map or nothing stands: %s %s', (dialect, fileName, text) => {
  const source = { text, fileName, sidecar: null };
  const { read, write } = dialectById(dialect);
  const written = write(source, [{ nodeId: 'a', policy: POLICY, replaceEngineRetry: true }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  const [node] = read({ ...source, text: written.text }).workflow?.nodes ?? [];
  expect(node?.config.retry).toEqual(SKELETON.retry);
  const sides = reconcileSides(source, dialect, {
    ...{ nodeId: 'a', document: SKELETON, text: null, held: null },
    ...{ replaceEngineRetry: true, inheritedOwner: null },
  });
  expect(sides?.written?.text).toBe(written.text);
  expect(takeNodeText(source, dialect, { nodeId: 'a', text: sides?.text ?? null }).diagnostics).toEqual([]);
});
