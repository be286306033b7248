import fc from 'fast-check';
import { expect } from 'vitest';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import { plain } from '../policy-shape';
import { rememberingTrees } from '../source/parse';
import type { DefinitionText, Dialect } from '../types';
import { anyPolicy } from './arbitraries';

/** Any two policies, written one after the other on any node of one of these files, survive. */
export function policiesSurvive(dialect: Dialect, files: readonly DefinitionText[]) {
  return fc.property(fc.constantFrom(...files), fc.nat(), anyPolicy, anyPolicy, (file, pick, ...policies) => {
    rememberingTrees(() => {
      const able = nodesOf(dialect, file).filter((node) => node.canCarryPolicy);
      expectSurvival(dialect, file, able[pick % able.length]?.id ?? '', policies);
    });
  });
}

/** Writes policies one after the other; each is read back as it was, and no other node changes. */
export function expectSurvival(
  dialect: Dialect,
  file: DefinitionText,
  nodeId: string,
  policies: readonly NodePolicy[],
): void {
  const before = nodesOf(dialect, file);
  let source = file;
  for (const policy of policies) {
    const written = dialect.write(source, [{ nodeId, policy, replaceEngineRetry: true }]);
    if (!written.ok) throw new Error(`${JSON.stringify(written.diagnostics)}\n${source.text}\n${source.sidecar}`);
    source = { ...source, text: written.text, sidecar: written.sidecar };
    const after = nodesOf(dialect, source);
    const others = (all: typeof after) => all.filter((node) => node.id !== nodeId).map((node) => node.config);
    expect(others(after)).toEqual(others(before));
    // An engine that says it all needs no sidecar, and then its own names stand for our words.
    if (['asl', 'google-workflows'].includes(dialect.id) && source.sidecar === null) continue;
    // Where the policy stands in the node's own settings and none is left, the engine's own stands for it.
    if (dialect.id !== 'failpath' && Object.keys(policy).length === 0) continue;
    const configOf = (all: typeof after) => all.find((node) => node.id === nodeId)?.config;
    const back = readPolicy(configOf(after)).policy;
    // Where the policy stands beside the text, actions that it does not name are still guessed from the text.
    const guessed = back?.actions && { actions: readPolicy(configOf(before)).policy?.actions };
    expect(back && plain(toDocument(back))).toEqual(plain(toDocument({ ...guessed, ...policy })));
  }
}

function nodesOf(dialect: Dialect, source: DefinitionText) {
  return dialect.read(source).workflow?.nodes ?? [];
}
