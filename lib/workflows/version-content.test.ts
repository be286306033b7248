import { describe, expect, it } from 'vitest';
import { dialectById } from '@/lib/dialects/registry';
import type { DefinitionText } from '@/lib/dialects/types';
import type { JsonObject } from '@/lib/shared/json';
import { nodeFiles, readVersion, versionFiles } from './version-content';

const MACHINE: DefinitionText = {
  fileName: 'pay.asl.json',
  sidecar: null,
  text: JSON.stringify(
    {
      StartAt: 'Charge',
      States: {
        Charge: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Next: 'Tell' },
        Tell: { Type: 'Task', Resource: 'arn:aws:states:::sns:publish', End: true },
      },
    },
    null,
    2,
  ),
};

/** The machine with a policy on each node, which goes partly into the sidecar. */
function published(): DefinitionText {
  const policy = (owner: string) => ({ owner });
  const written = dialectById('asl').write(MACHINE, [
    { nodeId: 'Charge', policy: { ...policy('payments-ops'), retry: retry() } },
    { nodeId: 'Tell', policy: policy('night-ops') },
  ]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...MACHINE, text: written.text, sidecar: written.sidecar };
}

function retry() {
  return {
    maxAttempts: 3,
    backoff: 'fixed' as const,
    initialInterval: 5_000,
    maxInterval: 60_000,
    retryOn: ['timeout'],
  };
}

describe('versionFiles', () => {
  it('compares the text and what stands beside it', () => {
    const files = versionFiles(MACHINE, published());
    expect(files.map(({ name }) => name)).toEqual(['pay.asl.json', 'pay.asl.failpath.yaml']);
    expect(versionFiles(MACHINE, MACHINE)).toEqual([]);
  });
});

describe('nodeFiles', () => {
  it('takes the lines of one node out of both files, with their numbers', () => {
    const after = published();
    const files = nodeFiles(readVersion(MACHINE, new Map()), readVersion(after, new Map()), 'Tell');
    expect(files).toHaveLength(1);
    const [hunk] = files[0]?.hunks ?? [];
    expect(hunk?.lines).toEqual(['+  - id: Tell', '+    owner: night-ops']);
    expect(after.sidecar?.split('\n')[(hunk?.newStart ?? 0) - 1]).toBe('  - id: Tell');
    const charge = nodeFiles(readVersion(MACHINE, new Map()), readVersion(after, new Map()), 'Charge');
    expect(charge.map(({ name }) => name)).toEqual(['pay.asl.json', 'pay.asl.failpath.yaml']);
  });
});

describe('readVersion', () => {
  const configs = new Map<string, JsonObject>([
    ['Tell', { owner: 'x' }],
    ['Charge', {}],
  ]);

  it('takes order and names from the text, and what was in force from the configs', () => {
    const { nodes } = readVersion(MACHINE, configs);
    expect(nodes.map(({ id, config }) => [id, config])).toEqual([
      ['Charge', {}],
      ['Tell', { owner: 'x' }],
    ]);
  });

  it('still knows what was in force where the text cannot be read any more', () => {
    const { nodes, places } = readVersion({ ...MACHINE, text: '{' }, configs);
    expect(nodes.map(({ id, name }) => [id, name])).toEqual([
      ['Tell', 'Tell'],
      ['Charge', 'Charge'],
    ]);
    expect(places.size).toBe(0);
  });
});
