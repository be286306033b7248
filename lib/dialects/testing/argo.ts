import type { DefinitionText } from '../types';

const source = (fileName: string, text: string): DefinitionText => ({ fileName, sidecar: null, text });
const head = (kind = 'Workflow', name = 'w') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n`;

/** A step of each kind, in the style of the public examples. */
const STEPS = `# orders
${head()}  entrypoint: main
  templates:
  - name: main
    steps:
    - - name: load # first
        template: load
    - - name: call
        template: call
        # a remark
      - name: 归档
        inline:
          container: { image: busybox }
    - - name: wait
        template: wait
      - name: other
        templateRef: { name: library, template: x }

  - name: load
    inputs:
      artifacts:
      - name: orders
        path: /tmp/orders
        s3: { bucket: shop, key: orders.csv }
    retryStrategy:
      limit: "10"
      retryPolicy: "Always"   # errors too
      backoff:
        duration: "1"       # seconds
        factor: "2"
        maxDuration: "1m" # all in all
    script:
      image: python
      source: |
        print("{{inputs.artifacts.orders}}")

  - name: call
    http:
      url: https://erp.example/v1/orders
      method: POST
  # not a step
  - name: wait
    suspend: {}
`;

const DAG = `${head('WorkflowTemplate', 'nightly').replace('spec:', 'spec: # all')}    entrypoint: "graph"
    templateDefaults:
        retryStrategy: {limit: 2, backoff: {duration: 10s, cap: 20s, factor: 2}}
    templates:
        - name: 'graph'
          dag:
            tasks:
                - name: 'A'
                  template: 'a'
                - name: 'B'
                  depends: "A.Succeeded || A.Failed"
                  template: b
                - { name: C, dependencies: [A, B], inline: { plugin: { hello: {} } } }
        - container:
            image: 'busybox'
          name: 'a'
        - name: b
          annotations:
              team: 'x'
          retryStrategy: {limit: 3}
          resource:
              action: create
              manifest: |
                  kind: Workflow`;

const FLOW = `{apiVersion: argoproj.io/v1alpha1, kind: CronWorkflow, metadata: {generateName: cron-}, spec: {schedules: ['0 1 * * *'],
  workflowSpec: {entrypoint: main, retryStrategy: {limit: '1', backoff: {duration: '3'}}, templates: [{name: main, http: {url: 'http://a.example'},
  retryStrategy: {limit: '2', expression: "lastRetry.message matches 'code: (429|503)'", backoff: {duration: 1m}}}, {name: other, container: {image: x}}]}}}
`;

const JSON_TEXT = JSON.stringify(
  {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ClusterWorkflowTemplate',
    metadata: { name: 'json' },
    spec: {
      templates: [
        { name: 'first', container: { image: 'x' }, annotations: { 'failpath.dev/policy': '{"owner":"ops"}' } },
        { name: 'second', steps: [[{ name: 'in', template: 'third' }]], retryStrategy: { affinity: {} } },
        {
          name: 'third',
          script: { image: 'x', source: 'y' },
          retryStrategy: { limit: '4', backoff: { duration: '2' } },
        },
      ],
    },
  },
  null,
  2,
);

const DOCUMENTS = `---
${head('CronWorkflow', 'backfill').replace('spec:', 'spec:\n  schedules: ["1 * * * *"]\n  workflowSpec:')}    entrypoint: main
    templates:
      - name: main
        container: {image: x}
---
# settings, not a workflow: its keys stand twice
kind: ConfigMap
kind: ConfigMap
---
${head('Workflow', 'backfill-now')}  entrypoint: main
  templates:
  - name: main
    steps:
    - - name: main
        template: one
  - name: one
    retryStrategy:
      limit: 1
      backoff:
        duration: 90s
    container:
      image: x
`;

/** Workflows in unlike styles, in which no node shares its template. */
export const ARGO: readonly DefinitionText[] = [
  source('orders.yaml', STEPS),
  source('nightly.yaml', DAG),
  source('orders-crlf.yaml', `\uFEFF${STEPS.replaceAll('\n', '\r\n')}`),
  source('cron.yaml', FLOW),
  source('library.json', JSON_TEXT),
  source('line.json', JSON.stringify(JSON.parse(JSON_TEXT))),
  source('backfill.yaml', DOCUMENTS),
];

/** A template that steps share. */
export const SHARING: readonly DefinitionText[] = [
  source(
    'sharing.yaml',
    `${head()}  entrypoint: main
  templates:
    - name: main
      steps:
        - - {name: a, template: send}
          - name: b
            template: "send" # the same
        - - name: c
            template: send
    - name: send # mails
      retryStrategy:
        limit: "3"
        backoff: {duration: "5"}
      container:
        image: mail
    - name: send-b
      container: {image: y}
`,
  ),
  source(
    'sharing.json',
    `{"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow", "metadata": {"generateName": "j-"}, "spec": {"entrypoint": "main",
  "templates": [{"name": "main", "dag": {"tasks": [{"name": "a", "template": "t"}, {"name": "b", "template": "t"}]}},
    {"name": "t", "container": {"image": "x"}}]}}`,
  ),
];
