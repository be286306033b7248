import {
  deadlock,
  duplicateKey,
  http,
  lasting,
  passing,
  refused,
  reset,
  stateHttp,
  stateTimeout,
  timedOut,
} from '../modes';
import type { WorkflowScenario } from '../scenario';

const customerOnboarding: WorkflowScenario = {
  key: 'customer-onboarding',
  runPrefix: 'kyc',
  perDay: 84,
  rhythm: 'office',
  weekend: 0.35,
  monthTurn: 1,
  utcOffsetHours: 1,
  publishedDaysAgo: 66,
  nodes: [
    {
      id: 'open-case',
      ms: [12, 90],
      modes: [
        passing('08006', 0.002, 0.9, 'server closed the connection unexpectedly'),
        lasting('22001', 0.002, 'value too long for type character varying(80)'),
      ],
    },
    {
      id: 'store-documents',
      ms: [300, 4_000],
      modes: [
        lasting('EntityTooLarge', 0.01, 'Your proposed upload exceeds the maximum allowed size'),
        reset(0.004, 0.85, 'kyc.storage.example'),
      ],
    },
    {
      id: 'check-identity',
      ms: [2_000, 14_000],
      modes: [
        lasting('DOCUMENT_EXPIRED', 0.02, 'the passport expired'),
        lasting('FACE_MISMATCH', 0.012, 'similarity 0.41 is below 0.80'),
        passing('PROVIDER_OVERLOADED', 0.02, 0.5, 'please retry later'),
        timedOut(0.008, 0.6, 'identity.example'),
      ],
    },
    {
      id: 'screen-sanctions',
      ms: [300, 2_500],
      modes: [
        lasting('LIST_HIT', 0.008, 'possible match, score 0.87'),
        http(503, 0.012, 0.65, 'list update in progress'),
      ],
    },
    {
      id: 'score-risk',
      ms: [150, 1_200],
      modes: [
        passing('MODEL_WARMING_UP', 0.014, 0.8, 'model risk-7 is loading'),
        lasting('SCORE-E12', 0.007, 'feature income_band missing'),
        http(500, 0.003, 0.7, 'Internal Server Error'),
      ],
    },
    {
      id: 'create-account',
      ms: [30, 250],
      modes: [duplicateKey(0.006, 'account_application_key'), deadlock(0.003, 0.9)],
    },
    {
      id: 'issue-card',
      ms: [300, 2_800],
      visited: 0.7,
      modes: [
        timedOut(0.016, 0.8, 'cards.example'),
        lasting('HTTP_400', 0.006, '{"error":"name_on_card too long"}'),
        http(503, 0.008, 0.8, 'Service Unavailable'),
      ],
    },
    {
      id: 'grant-access',
      ms: [60, 400],
      modes: [lasting('HTTP_409', 0.004, 'login name is taken'), reset(0.003, 0.9, 'accounts.id.example')],
    },
    {
      id: 'announce-customer',
      ms: [5, 40],
      modes: [
        refused(0.002, 0.8, 'mq.core.example'),
        lasting('RecordTooLargeException', 0.001, 'The message is 1048912 bytes when serialized'),
      ],
    },
    {
      id: 'send-welcome',
      ms: [60, 300],
      visited: 0.004,
      goesOn: true,
      modes: [lasting('NOT_DEPLOYED', 0.2, 'workflow welcome-series has no active version')],
    },
  ],
};

const claimsHandling: WorkflowScenario = {
  key: 'claims-handling',
  runPrefix: 'cl',
  perDay: 46,
  rhythm: 'office',
  weekend: 0.2,
  monthTurn: 1,
  utcOffsetHours: 1,
  publishedDaysAgo: 33,
  nodes: [
    {
      id: 'Register claim',
      ms: [15, 80],
      modes: [lasting('DynamoDB.ConditionalCheckFailedException', 0.006, 'The conditional request failed')],
    },
    {
      id: 'Keep photos',
      ms: [300, 4_000],
      modes: [lasting('S3.NoSuchKeyException', 0.012, 'The specified key does not exist.')],
    },
    {
      id: 'Estimate damage',
      ms: [4_000, 40_000],
      modes: [
        stateTimeout(0.03, 0.6, 90),
        stateHttp(503, 0.01, 0.7, 'no worker free'),
        stateHttp(422, 0.008, 0, 'no vehicle in picture'),
      ],
    },
    {
      id: 'Check cover',
      ms: [200, 1_500],
      modes: [
        lasting('PolicyLapsed', 0.012, 'policy {id} lapsed'),
        lasting('E_LEGACY_17', 0.01, 'E_LEGACY_17: product table out of range'),
      ],
    },
    {
      id: 'Ask the assessor',
      ms: [60_000, 900_000],
      modes: [
        lasting('States.HeartbeatTimeout', 0.004, 'no answer within a day', { ms: [86_400_000, 86_400_500] }),
        lasting('ClaimRejected', 0.03, 'rejected by the assessor'),
      ],
    },
    {
      id: 'Pay claim',
      ms: [500, 3_000],
      payments: ['States.Timeout', 'States.Http.StatusCode.503'],
      modes: [stateHttp(400, 0.008, 0, 'iban is not valid'), stateTimeout(0.012, 0.7, 40)],
    },
    {
      id: 'Write letter',
      ms: [300, 2_200],
      modes: [passing('Lambda.ServiceException', 0.004, 0.8, 'Lambda service error')],
    },
    { id: 'Tell customer', ms: [15, 90], modes: [] },
    {
      id: 'Report to reinsurer',
      ms: [60, 400],
      visited: 0.005,
      modes: [lasting('StepFunctions.StateMachineDoesNotExistException', 0.2, 'State Machine Does Not Exist')],
    },
  ],
};

/** People: onboarding and claims. */
export const CUSTOMER_WORKFLOWS: readonly WorkflowScenario[] = [customerOnboarding, claimsHandling];
