import { http, lasting, passing, stateHttp, stateTimeout, timedOut } from '../modes';
import type { WorkflowScenario } from '../scenario';

const partnerExport: WorkflowScenario = {
  key: 'partner-export',
  runPrefix: 'px',
  perDay: 60,
  rhythm: 'every-minutes',
  weekend: 1,
  monthTurn: 1,
  utcOffsetHours: 1,
  publishedDaysAgo: 40,
  nodes: [
    {
      id: 'collect-prices',
      ms: [900, 6_000],
      modes: [
        passing('57014', 0.06, 0.8, 'canceling statement due to statement timeout', {
          ms: [20_000, 20_050],
          during: 'night',
        }),
      ],
    },
    {
      id: 'collect-stock',
      ms: [300, 2_500],
      modes: [timedOut(0.01, 0.7, 'wms.warehouse.example'), lasting('WMS-9', 0.004, 'WMS-9 inventory run in progress')],
    },
    { id: 'build-file', ms: [2_000, 9_000], modes: [] },
    {
      id: 'encrypt-file',
      ms: [60, 400],
      modes: [
        http(503, 0.008, 0.8, 'Service Unavailable'),
        lasting('KEY_EXPIRED', 0.01, 'key partner-2025 expired', { during: 'before-20-days' }),
      ],
    },
    {
      id: 'upload-file',
      ms: [2_000, 20_000],
      modes: [
        passing('SlowDown', 0.05, 0.55, 'Please reduce your request rate.'),
        timedOut(0.04, 0.5, 'inbound.partner.example'),
        lasting('AccessDenied', 0.003, 'Access Denied'),
      ],
    },
    {
      id: 'signal-partner',
      ms: [200, 2_000],
      modes: [
        lasting('PRT-0x17', 0.02, 'PRT-0x17'),
        lasting('PRT-LOCK', 0.012, 'PRT-LOCK: catalogue is being indexed'),
        http(500, 0.01, 0.7, 'Internal Server Error'),
      ],
    },
    {
      id: 'watch-acceptance',
      ms: [20_000, 240_000],
      modes: [lasting('NOT_ACCEPTED', 0.008, '{n} of 48211 lines were refused')],
    },
    {
      id: 'note-delivery',
      ms: [5, 40],
      goesOn: true,
      modes: [passing('QUEUE_FULL', 0.004, 0.7, 'queue partner.delivered reached max-length')],
    },
  ],
};

const warehouseSync: WorkflowScenario = {
  key: 'warehouse-sync',
  runPrefix: 'ws',
  perDay: 30,
  rhythm: 'every-minutes',
  weekend: 1,
  monthTurn: 1,
  utcOffsetHours: 1,
  publishedDaysAgo: 90,
  nodes: [
    {
      id: 'ListSites',
      ms: [15, 80],
      modes: [
        passing(
          'DynamoDB.ProvisionedThroughputExceededException',
          0.006,
          0.85,
          'The level of configured provisioned throughput for the table was exceeded.',
        ),
      ],
    },
    {
      id: 'ReadSiteStock',
      ms: [800, 9_000],
      loop: { items: [3, 4], span: 2 },
      modes: [
        stateTimeout(0.006, 0.7, 60),
        stateHttp(503, 0.006, 0.8, 'site controller restarts'),
        stateHttp(401, 0.0005, 0, 'Unauthorized'),
      ],
    },
    {
      id: 'WriteSnapshot',
      ms: [40, 250],
      modes: [
        lasting(
          'S3.S3Exception',
          0.0008,
          'We encountered an internal error. Please try again. (Service: S3, Status Code: 500)',
        ),
      ],
    },
    {
      id: 'MergeStock',
      ms: [600, 4_000],
      modes: [
        lasting(
          'Lambda.Unknown',
          0.004,
          'The cause could not be determined because Lambda did not return an error type.',
        ),
        lasting('MergeConflict', 0.01, 'site 3: negative stock for 8 articles'),
      ],
    },
    {
      id: 'UpdateShop',
      ms: [300, 2_000],
      modes: [stateHttp(429, 0.012, 0.85, 'Too Many Requests'), stateHttp(504, 0.006, 0.8, 'Gateway Timeout')],
    },
    {
      id: 'QueueDifferences',
      ms: [15, 90],
      visited: 0.4,
      modes: [lasting('Sqs.SqsException', 0.001, 'The request has failed due to a temporary failure of the server.')],
    },
    {
      id: 'StartRecount',
      ms: [2_000, 30_000],
      visited: 0.004,
      modes: [lasting('States.TaskFailed', 0.1, 'recount was aborted by the shift lead')],
    },
  ],
};

/** Data that goes to and fro by the clock. */
export const EXCHANGE_WORKFLOWS: readonly WorkflowScenario[] = [partnerExport, warehouseSync];
