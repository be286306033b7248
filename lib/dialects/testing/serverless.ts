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
