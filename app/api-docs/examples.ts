import type { OperationId } from '@/lib/api/operations';

/** What an example sends beside the token; its body holds, which a test makes sure of. */
export interface Example {
  readonly query?: string;
  readonly ifMatch?: boolean;
  readonly body?: unknown;
}

const POLICY = {
  owner: 'payments-ops',
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' },
};
const CODE = { code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual, page 4' };
const GROUP = { slug: 'payments-ops', name: 'Payments', members: [{ name: 'Ann', email: 'ann@example.com' }] };
const FILE = { fileName: 'orders.failpath.yaml', content: 'format: failpath/v1\nworkflow: orders\n…' };

export const EXAMPLES: Readonly<Partial<Record<OperationId, Example>>> = {
  previewImport: { body: FILE },
  importWorkflow: { body: FILE },
  listNodes: { query: 'show=failing&sort=failures' },
  validatePolicy: { body: { document: POLICY } },
  publishPolicy: { ifMatch: true, body: { document: POLICY, note: 'from the pipeline' } },
  saveDraft: { ifMatch: true, body: { document: POLICY, baseVersion: 3 } },
  discardDraft: { ifMatch: true },
  listFailures: { query: 'period=30&class=unclassified' },
  addCatalogueEntry: { body: CODE },
  changeCatalogueEntry: { ifMatch: true, body: CODE },
  removeCatalogueEntry: { ifMatch: true },
  startDrills: {
    body: {
      drills: [
        { drill: 1, fault: 'never_answers' },
        { drill: 2, fault: 'http_503' },
      ],
    },
  },
  setThresholdSample: { body: { executions: 30, failures: 10, windowDays: 30 } },
  saveGroupStandard: { ifMatch: true, body: { document: { alert: { silence: '30m' } } } },
  createOwnerGroup: { body: GROUP },
  updateOwnerGroup: { body: GROUP },
  ingestRunSteps: {
    body: {
      steps: [
        {
          workflowId: 'order-fulfilment',
          runId: 'run-4711',
          nodeId: 'charge-card',
          attempt: 1,
          status: 'failed',
          errorCode: 'timeout',
          errorMessage: 'no answer within 10 s',
          occurredAt: '2026-11-01T10:00:00Z',
          durationMs: 10_000,
        },
      ],
    },
  },
};
