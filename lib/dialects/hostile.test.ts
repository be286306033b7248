import { expect, test } from 'vitest';
import { type Diagnostic, hasErrors } from '@/lib/shared/diagnostic';
import { decodeDefinition } from './decode';
import { readDefinition } from './registry';
import { ARGO_TEXTS } from './testing/hostile-argo';
import { SERVERLESS_TEXTS } from './testing/hostile-serverless';
import { HEAD, type HostileText, LARGE_TEXTS, stateText } from './testing/hostile-texts';

const node = (body: string) => `${HEAD}  - id: a\n${body.replace(/^/gm, '    ')}\n  - id: b\n    owner: ops\n`;
const flow = (tasks: string) => `id: w\nnamespace: shop\ntasks:\n${tasks}\n`;
const steps = (step: string) => `main:\n  steps:\n    - ${step.replace('\n', '\n    ')}\n    - z: {return: 1}\n`;
const CASES: Readonly<Record<string, HostileText>> = {
  ...LARGE_TEXTS,
  ...SERVERLESS_TEXTS,
  'alias of itself': { text: `${HEAD}  - &n\n    id: a\n    x: *n\n`, code: 'alias_unknown', line: 6, column: 8 },
  NUL: { text: `${HEAD}  - id: a\0b\n`, code: 'nul_character', line: 4, column: 10 },
  'NUL as an escape': { text: `${HEAD}  - id: "a\\0b"\n`, code: 'text_unstorable', line: 4, column: 9 },
  'half a surrogate pair': { text: `${HEAD}  - id: "a\\ud83d"\n`, code: 'text_unstorable', line: 4, column: 9 },
  'empty file': { text: '', code: 'file_empty' },
  'only a mark': { text: '\uFEFF', code: 'file_empty' },
  'something else': { text: 'hello: world\n', code: 'format_unknown' },
  'another version': { text: 'format: failpath/v2\nnodes: []\n', code: 'format_version', line: 1, column: 9 },
  'no nodes': { text: 'format: failpath/v1\nworkflow: w\n', code: 'nodes_missing', line: 1 },
  'sidecar alone': {
    text: 'format: failpath/v1\nsidecarOf: x.asl.json\nnodes: []\n',
    code: 'sidecar_alone',
    line: 2,
    column: 12,
  },
  'two documents': { text: `${HEAD}  - id: a\n---\n${HEAD}`, code: 'multiple_documents', line: 6 },
  'tab as indentation': { text: `${HEAD}  - id: a\n\towner: x\n`, code: 'yaml_syntax', line: 5, column: 1 },
  'open bracket': { text: `${HEAD}  - id: a\n    retry: [\n`, code: 'yaml_syntax', line: 5, column: 12 },
  'open brace within brackets': {
    text: `${HEAD}  - id: a\n    x: [1, {b: 2\n`,
    code: 'yaml_syntax',
    line: 5,
    column: 12,
  },
  'open quote': { text: `${HEAD}  - id: "a\n`, code: 'yaml_syntax' },
  'duplicate key in the frame': { text: `workflow: v\n${HEAD}  - id: a\n`, code: 'duplicate_key', line: 3, column: 1 },
  'duplicate key in a node': {
    text: node('owner: x\nowner: y'),
    code: 'duplicate_key',
    line: 6,
    column: 5,
    nodes: ['b'],
  },
  'duplicate key deep in a node': {
    text: node('x: {a: 1, a: 2}'),
    code: 'duplicate_key',
    line: 5,
    column: 15,
    nodes: ['b'],
  },
  'duplicate node': {
    text: `${HEAD}  - id: a\n  - id: b\n  - id: a\n`,
    code: 'duplicate_node_id',
    line: 6,
    nodes: ['a', 'b'],
  },
  'node without id': { text: `${HEAD}  - name: a\n  - id: b\n`, code: 'node_id_missing', line: 4, nodes: ['b'] },
  'node with a number for an id': {
    text: `${HEAD}  - id: 012\n  - id: b\n`,
    code: 'node_id_text',
    line: 4,
    column: 9,
    nodes: ['b'],
  },
  'workflow with a name beyond all bounds': {
    text: `${HEAD.replace(': w', `: ${'w'.repeat(9_000)}`)}  - id: a\n`,
    code: 'workflow_key_long',
    line: 2,
    column: 11,
  },
  'node with an id beyond all bounds': {
    text: `${HEAD}  - id: ${'a'.repeat(256)}\n  - id: ${'b'.repeat(255)}\n`,
    code: 'node_id_long',
    line: 4,
    column: 9,
    nodes: ['b'.repeat(255)],
  },
  'state with a name beyond all bounds': {
    text: stateText(`{"Type": "Pass"}, "${'s'.repeat(9_000)}": {"Type": "Wait"}`),
    code: 'node_id_long',
    line: 1,
    nodes: ['a', 'b'],
  },
  'node that is text': { text: `${HEAD}  - a\n  - id: b\n`, code: 'node_not_map', line: 4, nodes: ['b'] },
  ['__proto__']: {
    text: node('x:\n  __proto__: {polluted: true}'),
    code: 'reserved_key',
    line: 6,
    column: 7,
    nodes: ['a', 'b'],
  },
  on: { text: node('owner: on'), code: 'ambiguous_text', line: 5, column: 12, nodes: ['a', 'b'] },
  yes: {
    text: node('actions:\n  - {id: x, kind: http, idempotent: yes}'),
    code: 'yes_no_unknown',
    line: 6,
    nodes: ['a', 'b'],
  },
  no: {
    text: node('retry:\n  maxAttempts: 1\n  retryOn: [no]'),
    code: 'ambiguous_text',
    line: 7,
    column: 17,
    nodes: ['a', 'b'],
  },
  '012': {
    text: node('classification:\n  - {code: 012, class: terminal}'),
    code: 'rule_code',
    line: 6,
    column: 16,
    nodes: ['a', 'b'],
  },
  '1:30': {
    text: node('classification:\n  - {code: 1:30, class: terminal}'),
    code: 'ambiguous_text',
    line: 6,
    nodes: ['a', 'b'],
  },
  'maxAttempts: 0': {
    text: node('retry:\n  maxAttempts: 0'),
    code: 'max_attempts_range',
    line: 6,
    column: 20,
    nodes: ['a', 'b'],
  },
  '5 parsecs': {
    text: node('retry: {maxAttempts: 2, backoff: fixed, initialInterval: 5 parsecs, maxInterval: 1m}'),
    code: 'duration',
    line: 5,
    column: 62,
    nodes: ['a', 'b'],
  },
  'maxInterval below initialInterval': {
    text: node('retry:\n  maxAttempts: 2\n  backoff: fixed\n  initialInterval: 5s\n  maxInterval: 1s'),
    code: 'max_interval_below_initial',
    line: 9,
    column: 20,
    nodes: ['a', 'b'],
  },
  'transient and terminal': {
    text: node('classification:\n  - {code: timeout, class: terminal}\nretry: {maxAttempts: 1, retryOn: [timeout]}'),
    code: 'classification_conflict',
    line: 6,
    nodes: ['a', 'b'],
  },
  'JSON with a trailing comma': { text: stateText('{"Type": "Task",}'), code: 'json_syntax', line: 1, column: 49 },
  'JSON that stops': { text: '{"StartAt": "a", "States": {', code: 'json_syntax', line: 1 },
  'JSON, duplicate field': {
    text: stateText('{"Type": "Task", "Type": "Pass"}'),
    code: 'duplicate_key',
    line: 1,
    nodes: ['b'],
  },
  'JSON, duplicate state': {
    text: stateText('{"Type": "Pass"}, "a": {"Type": "Wait"}'),
    code: 'duplicate_key',
    line: 1,
    nodes: ['b'],
  },
  'JSON, __proto__': {
    text: stateText('{"Type": "Pass", "__proto__": {"x": 1}}'),
    code: 'reserved_key',
    line: 1,
    nodes: ['a', 'b'],
  },
  'state that is text': { text: stateText('"Pass"'), code: 'asl_state_not_map', line: 1, nodes: ['b'] },
  'state of no type': { text: stateText('{"Resource": "x"}'), code: 'asl_state_type', line: 1, nodes: ['a', 'b'] },
  'Dify without nodes': { text: '{"nodes": {}, "edges": []}', code: 'dify_no_nodes', line: 1 },
  'Dify, a node without settings': {
    text: '{"nodes": [{"id": "a"}, {"id": "b", "data": {"type": "llm"}}]}',
    code: 'dify_node_data',
    nodes: ['b'],
  },
  'Dify, duplicate key in a node': {
    text: '{"nodes": [{"id": "a", "data": {"type": "llm", "type": "code"}}, {"id": "b", "data": {}}]}',
    code: 'duplicate_key',
    nodes: ['b'],
  },
  'Dify, duplicate node': {
    text: '{"nodes": [{"id": "a", "data": {}}, {"id": "a", "data": {}}]}',
    code: 'duplicate_node_id',
    nodes: ['a'],
  },
  'Dify, __proto__': {
    text: '{"nodes": [{"id": "a", "data": {"__proto__": {"polluted": true}, "failpath": {"__proto__": 1}}}]}',
    code: 'reserved_key',
    nodes: ['a'],
  },
  'Dify, a policy that does not hold': {
    text: '{"nodes": [{"id": "a", "data": {"type": "llm", "failpath": {"retry": {"maxAttempts": 0}}}}]}',
    code: 'max_attempts_range',
    nodes: ['a'],
  },
  'Conductor without tasks': {
    text: '{"tasks": {"taskReferenceName": "a"}}',
    code: 'conductor_no_tasks',
    line: 1,
  },
  'Conductor, a task without reference': {
    text: '{"tasks": [{"name": "x"}, {"taskReferenceName": "b"}]}',
    code: 'conductor_no_reference',
    nodes: ['b'],
  },
  'Conductor, duplicate key in a task': {
    text: '{"tasks": [{"taskReferenceName": "a", "type": "HTTP", "type": "WAIT"}, {"taskReferenceName": "b"}]}',
    code: 'duplicate_key',
    nodes: ['b'],
  },
  'Conductor, duplicate task': {
    text: '{"tasks": [{"taskReferenceName": "a"}, {"taskReferenceName": "a"}]}',
    code: 'duplicate_node_id',
    nodes: ['a'],
  },
  'Kestra, a task without id': {
    text: flow('  - type: t\n  - id: b\n    type: t'),
    code: 'kestra_no_id',
    line: 4,
    nodes: ['b'],
  },
  'Kestra, a task without type': { text: flow('  - id: a'), code: 'kestra_no_type', line: 4, nodes: ['a'] },
  'Kestra, a task that is text': {
    text: flow('  - a\n  - id: b\n    type: t'),
    code: 'node_not_map',
    line: 4,
    nodes: ['b'],
  },
  'Kestra, tasks that are none': { text: flow('  x: 1'), code: 'kestra_no_tasks', line: 1 },
  'Kestra, duplicate key in a task': {
    text: flow('  - id: a\n    type: t\n    retry: {type: constant, type: random}\n  - id: b\n    type: t'),
    code: 'duplicate_key',
    line: 6,
    nodes: ['b'],
  },
  'Kestra, duplicate key in the frame': { text: flow('  - id: a\nid: x'), code: 'duplicate_key', line: 5 },
  'Kestra, duplicate task within another': {
    text: flow('  - id: a\n    type: t\n    tasks:\n      - id: a\n        type: t'),
    code: 'duplicate_node_id',
    line: 7,
    nodes: ['a'],
  },
  'Kestra, __proto__': {
    text: flow('  - id: a\n    type: t\n    retry:\n      __proto__: {polluted: true}'),
    code: 'reserved_key',
    line: 7,
    nodes: ['a'],
  },
  'Kestra, a retry that is none': {
    text: flow('  - {id: a, type: t, retry: 3}'),
    code: 'kestra_retry_kept',
    line: 4,
    nodes: ['a'],
  },
  'Kestra, a template where text should be quoted': {
    text: flow('  - id: a\n    type: t\n    uri: {{ inputs.uri }}'),
    code: 'yaml_syntax',
    line: 6,
    column: 11,
  },
  'Kestra, a namespace beyond all bounds': {
    text: flow('  - {id: a, type: t}').replace('shop', 's'.repeat(256)),
    code: 'workflow_key_long',
    line: 1,
    nodes: ['a'],
  },
  'Kestra, several flows of one id': {
    text: `${flow('  - {id: a, type: t}')}\n---\n${flow('  - {id: a, type: t}')}`,
    code: 'duplicate_node_id',
    line: 10,
    nodes: ['w/a'],
  },
  'Google, main without steps': { text: 'main:\n  steps: {}\n', code: 'google_no_steps', line: 1 },
  'Google, a step of two names': {
    text: steps('a: {return: 1}\n  b: {return: 2}'),
    code: 'google_step_shape',
    line: 3,
    nodes: ['z'],
  },
  'Google, a step that is text': { text: steps('a'), code: 'google_step_shape', line: 3, nodes: ['z'] },
  'Google, a step that does nothing': { text: steps('a:'), code: 'google_step_shape', line: 3, nodes: ['z'] },
  'Google, duplicate key in a step': {
    text: steps('a: {call: x, call: y}'),
    code: 'duplicate_key',
    line: 3,
    nodes: ['z'],
  },
  'Google, duplicate key in the frame': { text: `${steps('a: {call: x}')}main: {}\n`, code: 'duplicate_key', line: 5 },
  'Google, duplicate step': {
    text: steps('z: {call: x}'),
    code: 'duplicate_node_id',
    line: 4,
    nodes: ['z'],
  },
  'Google, step with a name beyond all bounds': {
    text: steps(`${'a'.repeat(256)}: {call: x}`),
    code: 'node_id_long',
    line: 3,
    nodes: ['z'],
  },
  'Google, __proto__': {
    text: steps('a: {call: x, args: {__proto__: {polluted: true}}}'),
    code: 'reserved_key',
    line: 3,
    nodes: ['a', 'z'],
  },
  'Google, a retry that is none': {
    text: steps('a: {try: {call: x}, retry: [1]}'),
    code: 'google_retry_kept',
    line: 3,
    nodes: ['a', 'z'],
  },
  'Google, a subworkflow that is not there': {
    text: steps(
      `a: {try: {call: x}, retry: {predicate: "\${retry_if_a}", max_retries: 1, backoff: {initial_delay: 1, max_delay: 1, multiplier: 1}}}`,
    ),
    code: 'google_predicate_missing',
    line: 3,
    nodes: ['a', 'z'],
  },
  ...ARGO_TEXTS,
  'ASL without states': { text: '{"StartAt": "a", "States": []}', code: 'asl_no_states', line: 1 },
};

test.each(Object.entries(CASES))('%s', (_, { text, file = 'w.yaml', code, line, column, nodes }) => {
  const fileName = text.startsWith('{') ? 'w.asl.json' : file;
  const { workflow, diagnostics } = readDefinition({ text, sidecar: null, fileName });
  const found = diagnostics.find((each) => each.code === code);
  expect(found, JSON.stringify(diagnostics.slice(0, 3))).toBeDefined();
  if (line !== undefined) expect(found?.place).toMatchObject(column === undefined ? { line } : { line, column });
  expect(workflow?.nodes.map((each) => each.id)).toEqual(nodes);
  if (nodes === undefined) expect(hasErrors(diagnostics)).toBe(true);
  expect(Object.prototype).not.toHaveProperty('polluted');
});

test('CRLF, a mark and no final line break are all the same to the reader', () => {
  const text = node('owner: ops\nretry: {maxAttempts: 1}').trimEnd();
  const plain = readDefinition({ text, sidecar: null, fileName: 'w.yaml' });
  for (const variant of [
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text}`,
    `---\n${text}\n`,
    `%YAML 1.2\n---\n${text}\n...\n`,
  ]) {
    const read = readDefinition({ text: variant, sidecar: null, fileName: 'w.yaml' });
    expect(read.diagnostics).toEqual([]);
    expect(read.workflow?.nodes.map((each) => each.config)).toEqual(plain.workflow?.nodes.map((each) => each.config));
  }
});

test('merge keys are read as older readers do, and `__proto__` stays a key', () => {
  const text = `${HEAD}  - &base\n    id: a\n    owner: ops\n    __proto__: 1\n  - <<: *base\n    id: b\n`;
  const { workflow } = readDefinition({ text, sidecar: null, fileName: 'w.yaml' });
  const [a, b] = workflow?.nodes ?? [];
  expect(b?.config.owner).toBe('ops');
  expect(Object.keys(a?.config ?? {})).toEqual(['id', 'owner', '__proto__']);
});

const GBK = new Uint8Array([...new TextEncoder().encode('format: failpath/v1\nname: '), 0xd6, 0xd0, 0xce, 0xc4, 0x0a]);
test.each<[string, Uint8Array, Partial<Diagnostic> & { line?: number; column?: number }]>([
  ['GBK', GBK, { code: 'not_utf8', values: { byte: '0xD6', likely: 'gbk' }, line: 2, column: 7 }],
  [
    'UTF-16',
    new Uint8Array([0xff, 0xfe, 0x61, 0x00]),
    { code: 'not_utf8', values: { byte: '0xFF', likely: 'utf16' }, line: 1, column: 1 },
  ],
  ['cut off', new TextEncoder().encode('中').slice(0, 2), { code: 'not_utf8', line: 1, column: 1 }],
  ['20 MB', new Uint8Array(20 * 1024 * 1024), { code: 'file_too_large', values: { size: 20, limit: 5 } }],
  ['NUL', new TextEncoder().encode('a\nb\0'), { code: 'nul_character', line: 2, column: 2 }],
])('bytes: %s', (_, bytes, { line, column, ...expected }) => {
  const decoded = decodeDefinition(bytes);
  expect(decoded).toMatchObject({ ok: false, error: [expected] });
  if (!decoded.ok && line !== undefined) expect(decoded.error[0]?.place).toMatchObject({ line, column });
});

test('bytes: a byte order mark stays in the text', () => {
  expect(decodeDefinition(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toEqual({ ok: true, value: '\uFEFFa' });
});
