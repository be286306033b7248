import type { NodeDefinition } from '@/lib/model/workflow';
import { kestra } from '../kestra';
import type { DefinitionText, PolicyChange } from '../types';
import { fileOf } from './files';
import { policyFrom } from './policies';

/** A task that calls an address. */
export const HTTP = 'io.kestra.plugin.core.http.Request';
/** A flow of the task `a`, with these lines in it and around, and of one that only logs. */
export const flow = (task: string, around = ''): DefinitionText => ({
  fileName: 'w.yaml',
  sidecar: null,
  text: `id: w\nnamespace: shop\n${around}tasks:\n  - id: a\n    type: ${HTTP}\n${task}  - id: b\n    type: io.kestra.plugin.core.log.Log\n`,
});
/** A file of the corpus. */
export const corpus = (name: string) => fileOf(`testdata/corpus/kestra/${name}`);

/** That node as it is read. */
export function nodeOf(source: DefinitionText, id = 'a'): NodeDefinition {
  const node = kestra.read(source).workflow?.nodes.find((each) => each.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

/** The texts after a write that has to succeed. */
export function written(source: DefinitionText, ...changes: readonly PolicyChange[]): DefinitionText {
  const result = kestra.write(source, changes);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return { ...source, text: result.text, sidecar: result.sidecar };
}

/** What reading notices. */
export const codes = (source: DefinitionText) => kestra.read(source).diagnostics.map(({ code }) => code);
/** A policy that retries on everything, with changes. */
export const retry = (change: object = {}) =>
  policyFrom({
    retry: {
      ...{ maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', retryOn: ['*'] },
      ...change,
    },
  });
/** The same with one interval. */
export const fixed = (change: object = {}) => retry({ backoff: 'fixed', maxInterval: '5s', ...change });
