import { describe, expect, it } from 'vitest';
import { detectDialect, dialectById, readDefinition } from '@/lib/dialects/registry';
import { ARGO } from '@/lib/dialects/testing/argo';
import { CONDUCTOR } from '@/lib/dialects/testing/conductor';
import { filesOf } from '@/lib/dialects/testing/files';
import { SMALL_FLOWS } from '@/lib/dialects/testing/flows';
import { GRAPHS } from '@/lib/dialects/testing/graphs';
import { POLICIES } from '@/lib/dialects/testing/policies';
import { SERVERLESS_SMALL } from '@/lib/dialects/testing/serverless';
import { SMALL_STEPS } from '@/lib/dialects/testing/steps';
import type { DefinitionText } from '@/lib/dialects/types';
import type { NodeDefinition } from '@/lib/model/workflow';
import { type NodeSays, sameSays } from './policy-merge';
import { planReimport, type Reimport } from './reimport';

/** Longer ones say the same and take longer. */
const MAX_CHARACTERS = 5_000;
const WRITTEN = [...GRAPHS, ...CONDUCTOR, ...ARGO, ...SMALL_FLOWS, ...SMALL_STEPS, ...SERVERLESS_SMALL];
const FILES = [...filesOf('examples'), ...filesOf('testdata/corpus/asl'), ...WRITTEN].filter(
  ({ text }) => text.length < MAX_CHARACTERS && readDefinition({ text, sidecar: null, fileName: 'x' }).workflow,
);

const NOTHING: NodeSays = { policy: {}, engineRetry: [] };
const saysOf = ({ config: policy, engineRetry }: NodeDefinition): NodeSays => ({ policy, engineRetry });

describe.each(FILES.map((file) => [file.fileName, file] as const))('%s', (_, base) => {
  const dialect = dialectOf(base);
  const nodesOf = (source: DefinitionText) => dialect.read(source).workflow?.nodes ?? [];
  const carrying = nodesOf(base).filter(({ id, canCarryPolicy }) => canCarryPolicy && !dialect.shared?.(base, id));
  const publish = (nodeId: string, index: number): DefinitionText => {
    const [, policy] = POLICIES[index] ?? ['', {}];
    const written = dialect.write(base, [{ nodeId, policy, replaceEngineRetry: true }]);
    if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
    return { ...base, text: written.text, sidecar: written.sidecar };
  };
  const merge = (ours: DefinitionText, theirs: DefinitionText): Reimport => {
    const standing = (source: DefinitionText) => ({ source, dialect: dialect.id });
    const input = { base: standing(base), ours: standing(ours), theirs: standing(theirs) };
    const planned = planReimport({ ...input, choices: new Map() });
    if (!planned.ok) throw new Error(JSON.stringify(planned.error));
    return planned.value;
  };
  const [first, last] = [carrying[0], carrying.at(-1)];

  it.runIf(first && last && first !== last)('holds what was published on one node and changed in another', () => {
    if (!first || !last) return;
    const [one, other] = [publish(first.id, 0), publish(last.id, 1)];
    const wanted = [
      ...nodesOf(one).filter(({ id }) => id !== last.id),
      ...nodesOf(other).filter(({ id }) => id === last.id),
    ];
    for (const merged of [merge(one, other), merge(other, one)]) {
      expect(merged.conflicts).toEqual([]);
      const found = new Map(merged.workflow.nodes.map((node) => [node.id, saysOf(node)]));
      const wrong = wanted.filter((node) => !sameSays(found.get(node.id) ?? NOTHING, saysOf(node)));
      expect(wrong.map(({ id }) => id)).toEqual([]);
    }
  });

  it('leaves what stands where the last file comes again without its sidecar', () => {
    if (!first) return;
    const ours = publish(first.id, 0);
    expect(merge(ours, { ...base, sidecar: null })).toMatchObject({ source: ours, conflicts: [] });
  });
});

function dialectOf({ fileName, text }: DefinitionText) {
  const id = detectDialect(text);
  if (!id) throw new Error(`${fileName} is of no dialect`);
  return dialectById(id);
}
