import { expect, test } from 'vitest';
import { detectDialect, readDefinition } from './registry';
import type { DialectId } from './types';

/** Spellings that no file of the corpus has, but every engine's parser reads. */
test.each<[string, DialectId, string]>([
  [
    'a byte order mark before a document in flow style',
    'serverless-workflow',
    '\uFEFFdocument: {dsl: 1.0.0, namespace: n, name: w, version: 0.1.0}\ndo:\n  - a: {call: http}\n',
  ],
  [
    'blanks before colons',
    'serverless-workflow',
    "'document' :\n  'dsl' : 1.0.0\n'do' :\n  - 'a' :\n      'call' : http\n",
  ],
  ['a directive before a list of steps', 'google-workflows', '%YAML 1.2\n---\n- a:\n    call: http.get\n'],
  ['a dash on a line of its own', 'google-workflows', '-\n  a:\n    call: http.get\n'],
  [
    'an empty document before a workflow',
    'argo',
    '---\n---\napiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  templates:\n  - name: a\n    container: {image: x}\n',
  ],
  ['an empty document before a flow', 'kestra', '---\n---\nid: w\nnamespace: n\ntasks:\n  - id: a\n    type: t\n'],
])('%s', (_, dialect, text) => {
  expect(detectDialect(text)).toBe(dialect);
  const { workflow } = readDefinition({ text, sidecar: null, fileName: 'w.yaml' });
  expect(workflow?.nodes.map(({ id }) => id)).toEqual(['a']);
});
