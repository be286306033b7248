import type { HostileText } from './hostile-texts';

const serverless = (tasks: string) => `document:\n  dsl: 1.0.3\ndo:\n${tasks}`;

/** Texts of Serverless Workflow that harm a careless reader. */
export const SERVERLESS_TEXTS: Readonly<Record<string, HostileText>> = {
  'Serverless Workflow without tasks': {
    text: '{"document": {"dsl": "1.0.3"}, "x": {"do": []}}',
    code: 'serverless_no_tasks',
    line: 1,
  },
  'Serverless Workflow, a task that is text': {
    text: serverless('- a\n- b: {call: f}'),
    code: 'serverless_task_shape',
    line: 4,
    nodes: ['b'],
  },
  'Serverless Workflow, a task of two names': {
    text: serverless('- a: {call: f}\n  c: {call: f}\n- b: {call: f}'),
    code: 'serverless_task_shape',
    line: 4,
    nodes: ['b'],
  },
  'Serverless Workflow, a task with a name beyond all bounds': {
    text: serverless(`- ${'a'.repeat(256)}: {call: f}\n- b: {call: f}`),
    code: 'node_id_long',
    line: 4,
    nodes: ['b'],
  },
  'Serverless Workflow, duplicate key in a task': {
    text: serverless('- a: {call: f, call: g}\n- b: {call: f}'),
    code: 'duplicate_key',
    line: 4,
    nodes: ['b'],
  },
  'Serverless Workflow, duplicate key in the frame': {
    text: `${serverless('- a: {call: f}')}\ndo: []`,
    code: 'duplicate_key',
    line: 5,
  },
  'Serverless Workflow, duplicate task': {
    text: serverless('- a: {call: f}\n- a: {call: g}'),
    code: 'duplicate_node_id',
    line: 5,
    nodes: ['a'],
  },
  'Serverless Workflow, a name twice in different lists': {
    text: serverless('- a: {do: [{b: {set: {__proto__: {polluted: true}}}}]}\n- b: {call: f}'),
    code: 'reserved_key',
    line: 4,
    nodes: ['a', 'a/b', 'b'],
  },
  'Serverless Workflow, a policy that does not hold': {
    text: serverless('- a: {call: f, metadata: {failpath: {retry: {maxAttempts: 0}}}}'),
    code: 'max_attempts_range',
    line: 4,
    nodes: ['a'],
  },
  'Serverless Workflow, a retry that is none': {
    text: serverless('- t: {try: [{a: {call: f}}], catch: {retry: [1, {}]}}'),
    code: 'engine_retry_kept',
    line: 4,
    nodes: ['t', 'a'],
  },
};
