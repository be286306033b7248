import { Console } from 'node:console';
import { afterAll, describe, expect, test } from 'vitest';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { partsOf } from './conductor/parts';
import { detectDialect, dialectById, readDefinition } from './registry';
import { ARGO, SHARING } from './testing/argo';
import { aslServiceMessages } from './testing/asl-service';
import { CONDUCTOR } from './testing/conductor';
import { changedLines, filesOf } from './testing/files';
import { FLOWS } from './testing/flows';
import { GRAPHS } from './testing/graphs';
import { POLICIES } from './testing/policies';
import { SERVERLESS, withoutRetries } from './testing/serverless';
import { STEPS, withoutPredicates } from './testing/steps';
import type { DefinitionText, DialectId, SharedPart } from './types';

const FILES = [
  ...filesOf('examples'),
  ...filesOf('testdata/corpus/asl'),
  // Two of Argo's examples are no workflows.
  ...filesOf('testdata/corpus/argo').filter(({ text }) => detectDialect(text) !== null),
  ...ARGO,
  ...SHARING,
  ...filesOf('testdata/corpus/dify'),
  ...filesOf('testdata/corpus/kestra'),
  ...GRAPHS,
  ...filesOf('testdata/corpus/conductor'),
  ...CONDUCTOR,
  ...filesOf('testdata/corpus/google-workflows'),
  ...STEPS,
  ...FLOWS,
  ...filesOf('testdata/corpus/serverless-workflow'),
  ...SERVERLESS,
];
/** A text without what policies own in it outside of their nodes. */
const WITHOUT_PARTS: Partial<Record<DialectId, (text: string) => string>> = {
  'google-workflows': withoutPredicates,
  'serverless-workflow': withoutRetries,
};
/** What is wrong with files that cannot be read: `"Messages": "Messages.$": "$.Messages"`, `annotations` twice. */
const UNREADABLE: Readonly<Record<string, { readonly code: string; readonly line: number }>> = {
  'sfn-iot-data-analytics-dataset__statemachine.asl.json': { code: 'json_syntax', line: 10 },
  'k8s-patch-json-workflow.yaml': { code: 'duplicate_key', line: 13 },
};
/** Workflows whose steps stand in other files. */
const WITHOUT_NODES = ['dag-inline-cronworkflow.yaml', 'workflow-template-ref-with-entrypoint-arg-passing.yaml'];

/** What became of each dialect: its files, the nodes that can carry a policy, and those that carried each one given. */
const tally = new Map<DialectId, { files: number; nodes: number; written: number; refused: number; passed: number }>();
afterAll(() => new Console(process.stdout).table(Object.fromEntries(tally)));

test('every dialect has files to prove itself on', () => {
  const dialects = new Set(FILES.map((file) => detectDialect(file.text)));
  expect([...dialects].sort()).toEqual([
    'argo',
    'asl',
    'conductor',
    'dify',
    'failpath',
    'google-workflows',
    'kestra',
    'serverless-workflow',
  ]);
});

describe.each(FILES.map((file) => [file.fileName, file] as const))('%s', (fileName, source) => {
  const dialect = detectDialect(source.text);
  const { workflow, diagnostics } = readDefinition(source);

  test('is read, or says why not', () => {
    const broken = UNREADABLE[fileName];
    if (broken) {
      expect(workflow).toBeNull();
      expect(diagnostics[0]).toMatchObject({ code: broken.code, place: { line: broken.line } });
      return;
    }
    expect((workflow?.nodes ?? []).length > 0).toBe(!WITHOUT_NODES.includes(fileName));
    for (const { place } of workflow?.nodes ?? []) expect(place.end).toBeGreaterThan(place.start);
    for (const { place } of diagnostics) if (place) expect(place.line).toBeGreaterThan(0);
  });

  if (!workflow || dialect === null) return;
  const { read, write, support, shared, locate } = dialectById(dialect);
  const nodeIn = (text: string, id: string) => {
    const found = read({ ...source, text }).workflow?.nodes.find((node) => node.id === id);
    if (!found) throw new Error(`no node ${id}`);
    return found;
  };
  const expectOnlyOwn = (node: NodeDefinition, part: SharedPart | null, after: string) => {
    const elsewhere = locate(source, { nodeId: node.id })?.elsewhere;
    const bare = WITHOUT_PARTS[dialect];
    if (elsewhere) expectOnlyLinesOf({ id: node.id, place: elsewhere }, source.text, after);
    else if (bare) expectOnlyLinesOf(nodeIn(bare(source.text), node.id), bare(source.text), bare(after));
    else if (part) expectOnlyParts(part, source.text, after);
    else expectOnlyLinesOf(node, source.text, after);
  };

  test('comes back byte for byte when nothing changes', () => {
    expect(write(source, [])).toEqual({ ok: true, text: source.text, sidecar: null, losses: [], diagnostics: [] });
    const variants = [`\uFEFF${source.text}`, source.text.replaceAll('\n', '\r\n'), source.text.trimEnd()];
    for (const text of variants) expect(write({ ...source, text }, [])).toMatchObject({ ok: true, text });
  });

  const all = workflow.nodes.filter((node) => node.canCarryPolicy);
  // Of a text that takes a while to read, some nodes tell enough.
  const few = source.text.length > 50_000 ? 2 : 6;
  const nodes = source.text.length > 20_000 ? all.filter((_, i) => i % Math.ceil(all.length / few) === 0) : all;
  const counts = tally.get(dialect) ?? { files: 0, nodes: 0, written: 0, refused: 0, passed: 0 };
  tally.set(dialect, { ...counts, files: counts.files + 1, nodes: counts.nodes + nodes.length });
  const count = (what: 'written' | 'refused' | 'passed') => {
    const row = tally.get(dialect);
    if (row) row[what]++;
  };
  // All policies on our own files; a corpus has some 500 nodes, for which the largest tells enough, and a small one on few.
  const own =
    dialect === 'failpath' ||
    [...GRAPHS, ...ARGO, ...SHARING, ...CONDUCTOR, ...STEPS, ...FLOWS, ...SERVERLESS].includes(source);
  test.each(own ? POLICIES : POLICIES.slice(0, 2))('%s: on each node, only its own lines', (name, policy) => {
    for (const node of own || name === 'everything' ? nodes : nodes.slice(0, 3)) {
      const change = { nodeId: node.id, policy, replaceEngineRetry: true };
      const written = write(source, [change]);
      count('written');
      if (!written.ok) {
        expect(codesOf(written.diagnostics), node.id).toEqual(['anchor_shared']);
        count('refused');
        continue;
      }
      expect(written.losses).toEqual(support({ ...node, engineRetry: [] }, policy));
      if (written.losses.length === 0) expect(written.sidecar).toBeNull();
      const part = shared?.(source, node.id) ?? null;
      expectOnlyOwn(node, part, written.text);

      const again: DefinitionText = { ...source, text: written.text, sidecar: written.sidecar };
      const back = read(again);
      const own = [node.id, ...(part?.nodes ?? [])];
      expect(back.workflow && configsBut(own, back.workflow), node.id).toEqual(configsBut(own, workflow));
      expect(
        codesOf(back.diagnostics).filter((code) => /^sidecar|_retry_page$/.test(code)),
        node.id,
      ).toEqual([]);
      if (dialect !== 'asl') expect(write(again, [change]), node.id).toMatchObject({ ok: true, text: again.text });
      count('passed');
    }
  });

  if (dialect !== 'asl') return;
  test.each(POLICIES)(
    '%s: on all nodes at once, to which the language service has nothing to add',
    async (_, policy) => {
      const changes = nodes.map(({ id }) => ({ nodeId: id, policy, replaceEngineRetry: true }));
      const written = write(source, changes);
      if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
      const again = { ...source, text: written.text, sidecar: written.sidecar };
      expect(write(again, changes)).toMatchObject({ ok: true, text: again.text, sidecar: again.sidecar });
      const known = await aslServiceMessages(source.text, fileName);
      const messages = await aslServiceMessages(written.text, fileName);
      expect(messages.filter((message) => !known.includes(message))).toEqual([]);
    },
  );
});

function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map((diagnostic) => diagnostic.code);
}

function configsBut(nodeIds: readonly string[], workflow: WorkflowDefinition) {
  return workflow.nodes.filter((node) => !nodeIds.includes(node.id)).map((node) => node.config);
}

/** A definition that nodes share stands elsewhere in the text: the others beside it keep their bytes. */
function expectOnlyParts({ name }: SharedPart, before: string, after: string): void {
  const others = (text: string) => partsOf(text)?.taskDefs.filter((each) => !each.includes(`"${name}"`));
  expect(others(before)?.length).toBeGreaterThan(0);
  expect(others(after)).toEqual(others(before));
}

function expectOnlyLinesOf({ id, place }: Pick<NodeDefinition, 'id' | 'place'>, before: string, after: string): void {
  if (before === after) return;
  const { firstLine, lastLine, removed } = changedLines(before, after);
  const endLine = place.line + before.slice(place.start, place.end).split('\n').length - 1;
  expect(firstLine, id).toBeGreaterThanOrEqual(place.line);
  if (removed.length > 0) expect(lastLine, id).toBeLessThanOrEqual(endLine);
  else expect(firstLine, id).toBeLessThanOrEqual(endLine + 1);
}
