/** Above the nodes of a canonical text. */
export const HEAD = 'format: failpath/v1\nworkflow: w\nnodes:\n';

/** A text that harms a careless reader, and what is said of it. */
export interface HostileText {
  readonly text: string;
  readonly file?: string;
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  /** Ids of the nodes that are read all the same; absent = nothing is read. */
  readonly nodes?: readonly string[];
}

/** Texts that cost a careless reader time or memory. */
export const LARGE_TEXTS: Readonly<Record<string, HostileText>> = {
  'alias bomb': { text: `${HEAD}  - id: a\n${aliasBomb()}\n`, code: 'alias_expansion' },
  '20 MB': { text: `${HEAD}# ${'x'.repeat(20 * 1024 * 1024)}`, code: 'file_too_large' },
  '4 MB of line breaks': { text: HEAD + '\n'.repeat(4_000_000), code: 'too_many_values' },
  '4 MB of values': { text: `${HEAD}  [${'1,'.repeat(2_000_000)}1]`, code: 'too_many_values' },
  '4 MB of values, JSON': { text: stateText(`[${'1,'.repeat(2_000_000)}1]`), code: 'too_many_values', line: 1 },
  '40,000 states with a field twice': {
    text: statesText(40_000, (i) => `"s${i}":{"Type":"Pass","Type":"Pass"}`),
    code: 'duplicate_key',
    line: 1,
  },
  '60,000 states of one name': {
    text: statesText(60_000, () => '"s":{"Type":"Pass"}'),
    code: 'duplicate_key',
    line: 1,
  },
  '60,000 words that YAML 1.1 reads otherwise': {
    text: `${HEAD}  - id: a\n    retry:\n      retryOn: [${'no, '.repeat(60_000)}no]`,
    code: 'ambiguous_text',
    line: 6,
    nodes: ['a'],
  },
  '30,000 rules that contradict': {
    text: JSON.stringify({
      format: 'failpath/v1',
      workflow: 'w',
      nodes: [{ id: 'a', classification: contradiction(30_000) }],
    }),
    code: 'classification_conflict',
    line: 1,
    nodes: ['a'],
  },
  '40,000 tasks of one name that wait for each other': {
    text: `{"id": "w", "namespace": "n", "tasks": [{"id": "d", "type": "t", "tasks": [${Array.from({ length: 40_000 }, () => '{"task":{"id":"a","type":"t"},"dependsOn":["a"]}').join(', ')}]}]}`,
    code: 'too_many_values',
    line: 1,
  },
  '20,000 tasks that wait for one': {
    text: `{"id": "w", "namespace": "n", "tasks": [{"id": "d", "type": "t", "tasks": [${Array.from({ length: 20_000 }, () => '{"task":{"id":"a"},"dependsOn":["a"]}').join(', ')}]}]}`,
    code: 'duplicate_node_id',
    line: 1,
    nodes: ['d', 'a'],
  },
  '3,000 defaults for 3,000 tasks': {
    text: JSON.stringify({
      id: 'w',
      namespace: 'n',
      pluginDefaults: Array.from({ length: 3_000 }, () => ({
        type: 't',
        values: { retry: { type: 'constant', interval: 'PT5S', maxAttempts: 3 } },
      })),
      tasks: Array.from({ length: 3_000 }, (_, i) => ({ id: `t${i}`, type: 't' })),
    }),
    code: 'kestra_retry_inherited',
    line: 1,
    nodes: Array.from({ length: 3_000 }, (_, i) => `t${i}`),
  },
  'an expression of 100,000 status codes': {
    text: argoTemplates(1, () => {
      const expression = `lastRetry.message matches 'code: (${'429|'.repeat(100_000)}'`;
      const retryStrategy = { limit: 3, backoff: { duration: '5s' }, expression };
      return JSON.stringify({ name: 'a', http: { url: 'x' }, retryStrategy });
    }),
    code: 'argo_retry_kept',
    line: 1,
    nodes: ['a'],
  },
  '4,000 templates that each run the next': {
    text: argoTemplates(4_000, (i) => `{"name": "t${i}", "steps": [[{"name": "s", "template": "t${i + 1}"}]]}`),
    code: 'argo_template_unknown',
    line: 1,
    nodes: ['t0', ...Array.from({ length: 4_000 }, (_, i) => (i === 0 ? 's' : `t${i}.s`))],
  },
  '8,000 steps of one name in templates without one': {
    text: argoTemplates(
      1,
      () =>
        `{"name": "t", "steps": [[${Array.from({ length: 8_000 }, (_, i) => `{"name": "a${i}", "inline": {"steps": [[{"name": "s"}]]}}`).join(', ')}]]}`,
    ),
    code: 'argo_template_unknown',
    line: 1,
    nodes: ['t', ...Array.from({ length: 8_000 }, (_, i) => [`a${i}`, i === 0 ? 's' : `s#${i + 1}`]).flat()],
  },
  'depth 10,000, brackets': { text: `${HEAD}  ${'['.repeat(10_000)}`, code: 'too_deep', line: 4 },
  'depth 10,000, dashes': { text: `${HEAD}  ${'- '.repeat(10_000)}a`, code: 'too_deep', line: 4 },
  'depth 10,000, braces': { text: HEAD + '{a: '.repeat(10_000), code: 'too_deep', line: 4 },
  'depth 10,000, JSON': { text: stateText('['.repeat(10_000)), code: 'too_deep', line: 1 },
  'depth 10,000, indentation': {
    text: HEAD + Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i + 1)}k:`).join('\n'),
    code: 'too_deep',
  },
};

/** A state machine in JSON with this text for its state `a`. */
export function stateText(state: string): string {
  return `{"StartAt": "a", "States": {"a": ${state}, "b": {"Type": "Succeed"}}}`;
}

function statesText(count: number, state: (i: number) => string): string {
  return `{"StartAt": "a", "States": {${Array.from({ length: count }, (_, i) => state(i)).join(', ')}}}`;
}

function argoTemplates(count: number, template: (i: number) => string): string {
  const templates = Array.from({ length: count }, (_, i) => template(i)).join(', ');
  return `{"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow", "spec": {"templates": [${templates}]}}`;
}

function contradiction(count: number) {
  return Array.from({ length: count }, (_, i) => ({ code: 'c', class: i % 2 === 0 ? 'transient' : 'terminal' }));
}

function aliasBomb(): string {
  const lines = ['x: &a0 [z, z, z, z, z, z, z, z, z, z]'];
  for (let i = 1; i < 10; i++)
    lines.push(`x${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`);
  return lines.join('\n');
}
