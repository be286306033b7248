import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPolicy, toDocument } from '@/lib/policy/read';
import { plain, samePolicy } from '../failpath/write';
import { anyPolicy } from '../testing/arbitraries';
import { fileOf } from '../testing/files';
import { asl } from '.';

const FILES = [
  'testdata/corpus/asl/saga-pattern-tf__statemachine.asl.json',
  'testdata/corpus/asl/dynamodb-import-json__statemachine.asl.yaml',
  'testdata/corpus/asl/app-control-concurrency-with-dynamodb-tf__dynamodb-semaphore.asl.json',
].map(fileOf);

test('any policy survives a state machine with its sidecar; no other state changes', () => {
  const check = fc.property(fc.constantFrom(...FILES), fc.nat(), anyPolicy, anyPolicy, (file, pick, first, second) => {
    const nodes = asl.read(file).workflow?.nodes ?? [];
    const able = nodes.filter((node) => node.canCarryPolicy);
    const nodeId = able[pick % able.length]?.id ?? '';
    let source = file;
    for (const policy of [first, second]) {
      const written = asl.write(source, [{ nodeId, policy, replaceEngineRetry: true }]);
      if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
      source = { ...source, text: written.text, sidecar: written.sidecar };
      const after = asl.read(source).workflow?.nodes ?? [];
      const others = (all: typeof nodes) => all.filter((node) => node.id !== nodeId).map((node) => node.config);
      expect(others(after)).toEqual(others(nodes));
      // Without a loss there may be no sidecar, and then the engine's own names stand for our words.
      if (written.losses.length === 0) continue;
      const back = readPolicy(after.find((node) => node.id === nodeId)?.config).policy;
      const wanted = { actions: back?.actions, ...policy };
      expect(back && samePolicy(plain(toDocument(back)), plain(toDocument(wanted))), JSON.stringify(policy)).toBe(true);
    }
  });
  fc.assert(check, { numRuns: 100 });
}, 120_000);
