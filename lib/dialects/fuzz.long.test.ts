import fc from 'fast-check';
import { test } from 'vitest';
import { argo } from './argo';
import { asl } from './asl';
import { conductor } from './conductor';
import { dify } from './dify';
import { failpath } from './failpath';
import { googleWorkflows } from './google-workflows';
import { kestra } from './kestra';
import { serverlessWorkflow } from './serverless-workflow';
import { ARGO } from './testing/argo';
import { CONDUCTOR } from './testing/conductor';
import { FLOWS } from './testing/flows';
import { GRAPHS } from './testing/graphs';
import { HTTP, LAMBDA, machine } from './testing/machines';
import { policiesSurvive } from './testing/properties';
import { SERVERLESS_ALONE, SERVERLESS_SMALL } from './testing/serverless';
import { STEPS } from './testing/steps';
import type { DefinitionText, Dialect } from './types';

/** Small texts in unlike styles, so that many policies are tried in the time. */
const RETRY = [{ ErrorEquals: ['Lambda.ServiceException', 'X'], IntervalSeconds: 2, MaxAttempts: 6, BackoffRate: 2 }];
const NEVER = { ErrorEquals: ['Y'], MaxAttempts: 0, Comment: 'agreed' };
const MACHINES: readonly DefinitionText[] = [
  machine({}),
  machine({ Resource: HTTP, Retry: RETRY }),
  machine({ Resource: LAMBDA, Retry: [NEVER, ...RETRY, { ErrorEquals: ['States.ALL'], MaxAttempts: 0 }] }),
  machine({ Retry: [{ ErrorEquals: ['States.TaskFailed'], MaxAttempts: 0 }, NEVER] }),
  machine({ Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 0, Comment: 'never' }] }),
  machine({ Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2, Comment: 'always' }] }),
  machine({
    Type: 'Map',
    ItemProcessor: { StartAt: 'b', States: { b: { Type: 'Task', Resource: LAMBDA, End: true } } },
  }),
  {
    fileName: 'w.asl.yaml',
    sidecar: null,
    text: `StartAt: a\nStates:\n  a: # first\n    Type: Task\n    Resource: ${LAMBDA}\n    Retry:\n    - ErrorEquals: [ 'A' ] # known\n      MaxAttempts: 2\n    End: true\n  b: {Type: Task, Resource: "${HTTP}", End: true}`,
  },
];

/** Where no task shares its definition: what one of them gets changes the others. */
const SHARING = /"name":\s*"call_erp",(?=\s*"taskReferenceName":\s*"again_ref")/;
const ALONE = CONDUCTOR.map((each) => ({ ...each, text: each.text.replace(SHARING, '"name": "again",') }));

const HEAD = 'format: failpath/v1\nworkflow: w\nnodes:\n';
const canonical = (text: string, fileName = 'w.yaml'): DefinitionText => ({ text, sidecar: null, fileName });
const WORKFLOWS: readonly DefinitionText[] = [
  canonical(`${HEAD}  - id: a\n  - { id: b, type: t }\n  - id: c\n    owner:  # who\n    type: t\n    # a remark`),
  canonical(
    `${HEAD}- owner: x\n  id: a\n  retry:\n    maxAttempts: 1\n    onExhausted:\n      action: manual\n- id: b\n`,
  ),
  canonical(`\uFEFF${HEAD}  -   id: a\n      q: |\n        x\n  -\n    id: b\n`.replaceAll('\n', '\r\n')),
  canonical('{"format": "failpath/v1", "workflow": "w", "nodes": [{"id": "a"}, {"id": "b", "owner": "x"}]}', 'w.json'),
  canonical(
    JSON.stringify({ format: 'failpath/v1', workflow: 'w', nodes: [{ id: 'a', retry: null }] }, null, '\t'),
    'w.json',
  ),
];

test.each<[string, Dialect, readonly DefinitionText[]]>([
  ['a state machine with its sidecar', asl, MACHINES],
  ['canonical text', failpath, WORKFLOWS],
  ['workflows of Argo', argo, ARGO],
  ['a graph of Dify', dify, GRAPHS],
  ['a workflow of Conductor', conductor, ALONE],
  ['a flow of Kestra with its sidecar', kestra, FLOWS],
  ['a workflow of Google Cloud Workflows with its sidecar', googleWorkflows, STEPS],
  ['a workflow of Serverless Workflow', serverlessWorkflow, [...SERVERLESS_SMALL, ...SERVERLESS_ALONE]],
])('any policy survives %s', (_, dialect, files) => {
  const limits = { numRuns: 100_000, interruptAfterTimeLimit: 540_000 };
  fc.assert(policiesSurvive(dialect, files), limits);
});
