import type { DefinitionText } from '../types';

const flow = (fileName: string, text: string): DefinitionText => ({ fileName, sidecar: null, text });

const HTTP = 'io.kestra.plugin.core.http.Request';
const LOG = 'io.kestra.plugin.core.log.Log';

const PLAIN = `id: orders # the shop
namespace: shop.prod

tasks:
  - id: charge
    type: ${HTTP}
    uri: "https://payments.example/v1/charges"
    method: POST
  - id: each
    type: io.kestra.plugin.core.flow.ForEach
    values: rows {{ inputs.rows }} as they are # {{ x }}
    tasks:
      - id: note
        type: ${LOG}
        message: |
          first {{ taskrun.value }}
          second

      - id: book   # where it goes
        type: io.kestra.plugin.jdbc.postgresql.Query
        url: jdbc:postgresql://db/shop
        retry:
          type: "constant"   # as agreed
          maxAttempt: "4"
          interval: PT0.250S
          warningOnRetry: true
`;

const AROUND = `id: around
namespace: shop.prod
retry: {type: exponential, interval: PT2S, maxInterval: PT1M, maxAttempts: 3}
pluginDefaults:
- type: ${HTTP}
  values:
    retry:
      type: constant
      interval: PT5S
      maxAttempts: 5
tasks:
- id: http
  type: ${HTTP}
  uri: https://erp.example
- id: plain
  type: ${LOG}
- id: own
  type: ${LOG}
  retry: { type: random, minInterval: PT5S, maxInterval: PT10S, maxAttempts: 2 }
errors:
- id: tell
  type: io.kestra.plugin.notifications.slack.SlackIncomingWebhook
  url: https://hooks.example
  retry: &again
    behavior: CREATE_NEW_EXECUTION
    type: constant
    interval: PT1M
    maxDuration: PT1H
`;

const TASK = { id: 'a', type: HTTP, uri: 'https://erp.example' };
const JSON_FLOW = {
  ...{ id: 'j', namespace: 'shop' },
  tasks: [TASK, { id: 'b', type: LOG, retry: { type: 'constant', interval: 'PT1S' } }],
};

/** Flows of Kestra in unlike styles, small, with what they inherit. */
export const FLOWS: readonly DefinitionText[] = [
  flow('orders.yaml', PLAIN),
  flow('around.yml', AROUND),
  flow('orders-crlf.yaml', `\uFEFF${PLAIN.trimEnd()}`.replaceAll('\n', '\r\n')),
  flow('flow-style.yaml', `{id: s, namespace: shop, tasks: [{id: a, type: ${LOG}}, {id: b, type: ${HTTP}}]}`),
  flow('j.json', JSON.stringify(JSON_FLOW)),
  flow('j-lines.json', JSON.stringify(JSON_FLOW, null, 2)),
  flow('two.yaml', `${PLAIN}---\n${AROUND}`),
];

const QUOTED = `\uFEFFid: q # who\nnamespace: shop\ntasks:\n-   id: a\n    retry:   # agreed\n        maxAttempt: "4"\n        warningOnRetry: true\n        type: 'constant'\n        interval: PT0.250S\n    type: ${HTTP}`;
const ONE = `id: one\nnamespace: shop\nretry: {type: exponential, interval: PT2S, maxInterval: PT1M, maxAttempts: 3}\ntasks:\n  - id: a\n    type: ${LOG}\n`;

/** The same styles in as few words as can be, so that many policies are tried in the time. */
export const SMALL_FLOWS: readonly DefinitionText[] = [
  flow('quoted.yaml', QUOTED.replaceAll('\n', '\r\n')),
  flow('one.yaml', ONE),
  flow('two.yaml', `${ONE}---\n${ONE.replace('one', 'two').replace(/retry.*\n/, '')}`),
  ...FLOWS.filter(({ text }) => text.length < 250),
];
