import type { DefinitionText } from '../types';

/** What Conductor's tables hold: a workflow and the definitions of its tasks, each in its own spelling. */
const WORKFLOW = {
  name: 'triage',
  version: 1,
  tasks: [
    { name: 'call_erp', taskReferenceName: 'call_erp_ref', type: 'SIMPLE' },
    {
      ...{ name: 'choose', taskReferenceName: 'choose_ref', type: 'SWITCH' },
      decisionCases: {
        yes: [
          { name: 'call_erp', taskReferenceName: 'again_ref', type: 'SIMPLE', retryCount: 1, metadata: { team: 'x' } },
        ],
      },
      defaultCase: [
        {
          ...{ name: 'ask', taskReferenceName: 'ask_ref', type: 'HTTP' },
          inputParameters: { http_request: { method: 'GET', uri: 'https://erp.example/v1' } },
          taskDefinition: { name: 'ask', retryCount: 0, timeoutSeconds: 5 },
        },
      ],
    },
    {
      ...{ name: 'fork', taskReferenceName: 'fork_ref', type: 'FORK_JOIN' },
      forkTasks: [[{ name: 'tell', taskReferenceName: 'tell_ref', type: 'KAFKA_PUBLISH', optional: true }]],
    },
  ],
};
const TASK_DEFS = [
  '{"name":"call_erp","retryCount":2,"retryLogic":"FIXED","retryDelaySeconds":10,"timeoutPolicy":"TIME_OUT_WF","ownerEmail":"ops@acme.example"}',
  '{ "name" : "unused", "retryCount" : 3 }',
];

const text = (workflow: string, taskDefs: readonly string[] = TASK_DEFS) =>
  `{"workflow":${workflow},"taskDefs":[${taskDefs.join(',')}]}`;
const source = (fileName: string, written: string): DefinitionText => ({ fileName, sidecar: null, text: written });

export const CONDUCTOR: readonly DefinitionText[] = [
  source('triage.json', text(JSON.stringify(WORKFLOW))),
  source('triage-lines.json', text(JSON.stringify(WORKFLOW, null, 2))),
  source('triage-alone.json', JSON.stringify(WORKFLOW, null, 2)),
];
