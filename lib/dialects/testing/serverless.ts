import { lineStart, nextLine, patch, type TextEdit } from '../source/members';
import { formatOf, parseSource } from '../source/parse';
import { asMap, resolve, type SourceMap, type SourceNode } from '../source/tree';
import type { DefinitionText } from '../types';

const yaml = (fileName: string, lines: string): DefinitionText => ({ fileName, sidecar: null, text: lines });
const HEAD = "document:\n  dsl: '1.0.3'\n  namespace: acme\n  name: orders\n  version: '0.1.0'\n";

/** Tasks in unlike spellings, each of which takes a policy. */
const TASKS = `${HEAD}do:
  # what it costs
  - "charge card": # the bank
      if: \${ .amount > 0 } # nothing to do otherwise
      call: http
      with:
        method: post
        endpoint: { uri: 'https://bank.example/v1/charges' }
        body: |
          first

            indented
          last
      # where to go on
      then: tell # not the next one
  - skip: { set: { done: true } }

  - tell: { emit: { event: { with: { source: https://acme.example, type: acme.charged } } }, then: end }
  - many:
      for:
        each: item
        in: .items
      do:
        - ship:
            if: .item
            call: grpc
            then: exit
            with:
              service: { name: shipping, host: ship.example }
              method: Ship
        - pack:
            run:
                container: { image: pack }
`;

const SHARED = `${HEAD}use:
  retries:
    usual: # everybody's
      delay: PT3S
      backoff: { constant: {} }
      limit: { attempt: { count: 2 } }
do:
- first:
    try:
    - callFirst:
        call: http
        with: { method: get, endpoint: https://erp.example/v1 }
    catch:
      errors: { with: { status: 503 } }
      retry: usual
- second:
    try:
    - callSecond:
        call: openapi
        with:
          operationId: second
    catch:
      retry: usual
- both:
    try:
    - one: { call: http, with: { endpoint: https://erp.example/v2 } }
    - two: { emit: { event: { with: { source: https://acme.example, type: acme.two } } } }
    catch:
      as: problem
      retry: usual
- handled:
    try:
    - ask:
        call: mcp
        with: { method: tools/call }
    catch:
      errors:
        with:
          status: 404
      retry: { delay: { seconds: 1 }, limit: { attempt: { count: 1 } } }
      do:
      - note: { set: { missing: true } }
- fork:
    fork:
      branches:
      - callFirst:
          call: asyncapi
          with: { operation: publish }
      - other:
          try:
          - other:
              call: http
              with: { endpoint: https://erp.example/v3 }
          catch:
            when: .status == 429 or .status >= 500
            retry: { delay: PT1M, backoff: { linear: {} }, limit: { attempt: { count: 3 } } }
          then: continue`;

/** On one line, in the order of keys that libraries write. */
const ONE_LINE =
  '{"document":{"dsl":"1.0.0","namespace":"acme","name":"orders","version":"0.1.0"},"do":[' +
  '{"charge":{"if":".amount > 0","input":{"from":".order"},"then":"tell","call":"http",' +
  '"with":{"method":"post","endpoint":"https://bank.example/v1/charges"}}},{"skip":{"set":{"done":true}}},' +
  '{"tell":{"emit":{"event":{"with":{"source":"https://acme.example","type":"acme.charged"}}},"metadata":{"team":"x"},"then":"end"}}]}';
const spread = (by: string | number) => JSON.stringify(JSON.parse(ONE_LINE), null, by);

/** Workflows in the spellings that occur. */
export const SERVERLESS: readonly DefinitionText[] = [
  yaml('tasks.yaml', TASKS),
  yaml('tasks-crlf.yaml', `\uFEFF${TASKS.trimEnd().replaceAll('\n', '\r\n')}`),
  yaml('shared.yaml', SHARED),
  { fileName: 'line.json', sidecar: null, text: ONE_LINE },
  { fileName: 'lines.json', sidecar: null, text: spread(2) },
  { fileName: 'tabs.json', sidecar: null, text: `${spread('\t')}\n` },
];

const SMALL_HEAD = 'document: {dsl: 1.0.3, namespace: a, name: w, version: 0.1.0}\ndo:\n';
const small = (lines: string, fileName = 'small.yaml') => yaml(fileName, SMALL_HEAD + lines);

/** Small workflows in unlike styles, so that many policies are tried in the time. */
export const SERVERLESS_SMALL: readonly DefinitionText[] = [
  small(
    '- a: # first\n    call: http\n    with: {endpoint: https://x.example}\n    then: b # there\n- b: {emit: {event: {with: {type: t}}}, then: end}',
  ),
  small(
    "  - 'a':\n        if: .x\n        run:\n            shell:\n                command: |2\n                      deep\n\n                   less\n        # a remark\n        export: {as: .y}\n\n  - b: {run: {workflow: {namespace: n, name: w, version: 1.0.0}}}\n",
  ),
  small(
    '- a:\n    call: http\n    then: exit\n    with:\n      endpoint: "https://\n        x.example"\n    metadata: {team: x}\n'.replaceAll(
      '\n',
      '\r\n',
    ),
  ),
  small(
    '- t:\n    try:\n    - a: {call: f}\n    catch:\n      as: e # its name\n      errors: {with: {status: 429}}\n      retry: {delay: PT1.5S, backoff: {linear: {}}, limit: {attempt: {count: 4}}}\n',
  ),
  small(
    '- t:\n    try:\n    - a: {call: f}\n    catch:\n      when: .status == 500\n      retry: usual\n      do:\n      - b: {call: g, with: {x: [1, 2]}}\nuse:\n  retries:\n    usual: {delay: {seconds: 1}, limit: {attempt: {count: 2}}}\n',
  ),
  small(
    '- t:\n    try:\n    - a:\n        listen: {to: {any: []}}\n        foreach:\n          do:\n          - b:\n              call: http\n              with: {endpoint: https://y.example}\n    - c: {set: {x: 1}}\n    catch:\n      retry: {limit: {attempt: {count: 9}}}',
  ),
  small(
    '- a:\n    try:\n    - a:\n        call: http\n        metadata:\n          failpath: {owner: ops}\n    catch:\n      when: .status >= 500\n      retry:\n        delay: PT2S\n        backoff: {constant: {}}\n        limit: {attempt: {count: 3}}\n    then: end\n',
  ),
  yaml(
    'line.json',
    '{"document":{"dsl":"1.0.0"},"do":[{"a":{"if":".x","call":"http","then":"end","with":{"endpoint":"https://x.example"}}}]}',
  ),
  yaml(
    'tabs.json',
    `${JSON.stringify({ document: { dsl: '1.0.1' }, do: [{ a: { call: 'http', with: {} } }, { b: { for: {}, do: [{ c: { emit: {} } }] } }] }, null, '\t')}\n`,
  ),
];

/** Workflows in which no task shares its retry policy: what one of them gets changes the others. */
export const SERVERLESS_ALONE: readonly DefinitionText[] = SERVERLESS.map((each) => ({
  ...each,
  text: each.text.replaceAll('retry: usual', 'retry: { delay: PT3S, limit: { attempt: { count: 2 } } }'),
}));

/** A text without what policies own in it outside of their nodes: what each `catch` tries again, and shared retry policies. */
export function withoutRetries(text: string): string {
  const { tree } = parseSource(text, formatOf(text, 'w.any'));
  if (!tree) return text;
  const edits: TextEdit[] = [];
  visit(tree.root);
  return patch(text, edits) ?? text;

  function visit(node: SourceNode): void {
    const target = resolve(node);
    if (target.kind === 'list') for (const { value } of target.items) visit(value);
    if (target.kind !== 'map') return;
    for (const { key, value } of target.entries) {
      const map = asMap(value);
      if (map && key === 'catch') drop(map, ['errors', 'when', 'retry']);
      if (map && key === 'use') drop(map, ['retries']);
      visit(value);
    }
  }

  function drop(map: SourceMap, keys: readonly string[]): void {
    const dropped = map.entries.filter(({ key }) => keys.includes(key));
    if (map.flow) edits.push({ start: map.start + 1, end: map.end - 1, text: '' });
    else
      dropped.forEach(({ start, value }, i) => {
        const [from, to] = [lineStart(text, start), nextLine(text, value.end)];
        // A map without anything would be none.
        edits.push({ start: from, end: to, text: i === 0 ? `${text.slice(from, start)}dropped: 1\n` : '' });
      });
  }
}
