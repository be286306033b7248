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

  - tell: { emit: { event: { with: { type: acme.charged } } }, then: end }
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
    - two: { emit: { event: { with: { type: acme.two } } } }
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
  '{"tell":{"emit":{"event":{"with":{"type":"acme.charged"}}},"metadata":{"team":"x"},"then":"end"}}]}';
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

/** The same where no task shares its retry policy: what one of them gets changes the others. */
export const SERVERLESS_ALONE: readonly DefinitionText[] = SERVERLESS.map((each) => ({
  ...each,
  text: each.text.replace(
    /(?<=catch:\n|problem\n) {6}retry: usual/g,
    '      retry: { delay: PT3S, limit: { attempt: { count: 2 } } }',
  ),
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
