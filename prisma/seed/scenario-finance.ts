import {
  deadlock,
  duplicateKey,
  http,
  lasting,
  lockTimeout,
  passing,
  refused,
  reset,
  stateHttp,
  stateTimeout,
  timedOut,
} from './modes';
import type { WorkflowScenario } from './scenario';

const monthEndSettlement: WorkflowScenario = {
  key: 'month-end-settlement',
  runPrefix: 'js',
  perDay: 42,
  rhythm: 'office',
  weekend: 0.3,
  monthTurn: 5,
  utcOffsetHours: 8,
  publishedDaysAgo: 71,
  nodes: [
    {
      id: 'collect-turnover',
      ms: [800, 9_000],
      modes: [
        passing('57014', 0.03, 0.7, '查询超时：canceling statement due to statement timeout', {
          ms: [30_000, 30_060],
          during: 'month-turn',
        }),
        passing('40001', 0.006, 0.9, 'could not serialize access due to concurrent update'),
      ],
    },
    {
      id: 'pull-channel-bill',
      ms: [500, 5_000],
      modes: [
        passing('BILL_NOT_READY', 0.05, 0.45, '账单尚未生成，请稍后再试'),
        lasting('SIGN_ERROR', 0.003, '验签失败：商户号 {id}'),
        timedOut(0.006, 0.7, 'bills.pay-channel.example'),
      ],
    },
    {
      id: 'archive-bill',
      ms: [60, 500],
      modes: [
        http(500, 0.004, 0.8, 'InternalError'),
        lasting('QuotaExceeded', 0.002, '存储桶空间已满', { during: 'last-9-days' }),
      ],
    },
    {
      id: 'match-entries',
      ms: [300, 4_000],
      modes: [
        deadlock(0.012, 0.8),
        lockTimeout(0.02, 0.6, 'settlement_item'),
        lasting('DIFF_FOUND', 0.018, '发现长短款 {n}.00 元，共 3 笔'),
      ],
    },
    {
      id: 'compute-fee',
      ms: [200, 1_500],
      modes: [
        lasting('FEE-ENGINE-31', 0.02, '费率版本不存在：2026Q{n}'),
        http(503, 0.02, 0.8, '服务繁忙，请稍后重试', { during: 'month-turn' }),
        lasting(null, 0.004, '未知错误'),
      ],
    },
    {
      id: 'issue-statement',
      ms: [400, 3_000],
      modes: [
        duplicateKey(0.004, 'statement_period_key'),
        passing('53300', 0.02, 0.7, 'sorry, too many clients already', { during: 'month-turn' }),
      ],
    },
    {
      id: 'request-approval',
      ms: [2_000, 60_000],
      modes: [lasting('APPROVAL_REJECTED', 0.012, '审批人驳回：附件不全'), http(504, 0.004, 0.7, 'Gateway Time-out')],
    },
    {
      id: 'pay-out',
      ms: [500, 3_500],
      payments: ['ETIMEDOUT', 'HTTP_503'],
      modes: [
        lasting('BALANCE_NOT_ENOUGH', 0.015, '账户余额不足，请先充值', { during: 'month-turn' }),
        lasting('ACCOUNT_CLOSED', 0.004, '收款账户已销户'),
        passing('psp_busy', 0.012, 0.7, '通道繁忙'),
        lasting('PSP-4093', 0.005, '请求状态冲突（PSP-4093）'),
      ],
    },
    {
      id: 'post-ledger',
      ms: [20, 200],
      modes: [lockTimeout(0.01, 0.7, 'ledger_entry'), duplicateKey(0.002, 'ledger_entry_ref_key')],
    },
    {
      id: 'notify-merchant',
      ms: [6, 60],
      goesOn: true,
      modes: [
        refused(0.004, 0.7, 'mq.settlement.example'),
        lasting('TOPIC_AUTHORIZATION_FAILED', 0.001, 'Not authorized to access topics: [merchant.settled]'),
      ],
    },
  ],
};

const supplierReconciliation: WorkflowScenario = {
  key: 'supplier-reconciliation',
  runPrefix: 'dz',
  perDay: 62,
  rhythm: 'office',
  weekend: 0.1,
  monthTurn: 1.6,
  utcOffsetHours: 8,
  publishedDaysAgo: 65,
  nodes: [
    {
      id: 'fetch-invoice',
      ms: [40, 300],
      modes: [
        lasting('NoSuchKey', 0.006, '找不到文件 inbox/{id}.pdf'),
        passing('SlowDown', 0.004, 0.85, 'Please reduce your request rate.'),
      ],
    },
    {
      id: 'ocr-invoice',
      ms: [900, 6_000],
      modes: [
        lasting('IMAGE_BLURRED', 0.015, '图像模糊，置信度 0.4'),
        passing('QPS_LIMIT', 0.03, 0.6, '超过每秒 20 次的限制'),
        timedOut(0.004, 0.7, 'ocr.example'),
      ],
    },
    {
      id: 'verify-tax',
      ms: [700, 5_000],
      modes: [
        lasting('TAX-1004', 0.024, '查无此票'),
        lasting('TAX-9999', 0.02, "=cmd|' /C calc'!A0"),
        timedOut(0.03, 0.8, 'tax-verify.example'),
        http(503, 0.008, 0.8, '系统维护中', { during: 'night' }),
      ],
    },
    {
      id: 'match-purchase-order',
      ms: [20, 200],
      modes: [lasting('PO_CLOSED', 0.008, '采购单 {id} 已关闭'), lockTimeout(0.005, 0.8, 'purchase_order')],
    },
    {
      id: 'match-receipt',
      ms: [80, 600],
      modes: [lasting(null, 0.012, 'socket hang up'), http(500, 0.006, 0.7, 'Internal Server Error')],
    },
    {
      id: 'book-payable',
      ms: [20, 180],
      modes: [
        duplicateKey(0.01, 'payable_invoice_no_key'),
        lasting(
          '23503',
          0.004,
          'insert or update on table "payable" violates foreign key constraint "payable_supplier_fk"',
        ),
        deadlock(0.004, 0.85),
      ],
    },
    { id: 'schedule-payment', ms: [200, 2_000], modes: [passing('CALENDAR_LOCKED', 0.008, 0.75, '付款计划正在重排')] },
    { id: 'announce', ms: [6, 50], goesOn: true, modes: [refused(0.003, 0.7, 'mq.erp.example')] },
  ],
};

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

const subscriptionBilling: WorkflowScenario = {
  key: 'subscription-billing',
  runPrefix: 'sb',
  perDay: 82,
  rhythm: 'night',
  weekend: 1,
  monthTurn: 5,
  utcOffsetHours: 1,
  publishedDaysAgo: 80,
  nodes: [
    {
      id: 'Load contract',
      ms: [12, 60],
      modes: [
        passing(
          'DynamoDB.ProvisionedThroughputExceededException',
          0.02,
          0.8,
          'The level of configured provisioned throughput for the table was exceeded.',
          { during: 'month-turn' },
        ),
      ],
    },
    {
      id: 'Rate usage',
      ms: [300, 2_500],
      modes: [
        stateHttp(429, 0.012, 0.7, 'Too Many Requests'),
        stateHttp(503, 0.006, 0.7, 'Service Unavailable'),
        stateHttp(500, 0.004, 0.5, 'rating failed: tariff {n} has no zone'),
      ],
    },
    {
      id: 'Create invoice',
      ms: [200, 1_800],
      onFailure: ['Tell finance'],
      modes: [
        lasting('InvoiceExists', 0.004, 'invoice for period exists'),
        passing('Lambda.TooManyRequestsException', 0.02, 0.75, 'Rate Exceeded.', { during: 'month-turn' }),
      ],
    },
    {
      id: 'Charge subscription',
      ms: [400, 2_600],
      payments: ['States.Timeout', 'States.Http.StatusCode.503'],
      onFailure: ['Tell finance'],
      modes: [
        stateHttp(402, 0.03, 0, 'card_declined'),
        stateTimeout(0.006, 0.7, 40),
        stateHttp(502, 0.004, 0.7, 'Bad Gateway'),
        stateHttp(409, 0.004, 0, 'PSP-4093 request in conflicting state'),
      ],
    },
    {
      id: 'Store invoice',
      ms: [40, 300],
      modes: [lasting('S3.S3Exception', 0.002, 'Access Denied (Service: S3, Status Code: 403)')],
    },
    {
      id: 'Announce invoice',
      ms: [15, 90],
      modes: [lasting('Sns.InvalidParameterException', 0.001, 'Invalid parameter: Message too long')],
    },
    {
      id: 'Post to ledger',
      ms: [15, 90],
      modes: [lasting('Sqs.SqsException', 0.003, 'The request has failed due to a temporary failure of the server.')],
    },
    {
      id: 'Start dunning watch',
      ms: [60, 400],
      modes: [
        passing(
          'StepFunctions.ExecutionLimitExceededException',
          0.01,
          0.7,
          'The maximum number of running executions has been reached.',
          { during: 'month-turn' },
        ),
      ],
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

/** Money, customers, claims. */
export const FINANCE_WORKFLOWS: readonly WorkflowScenario[] = [
  monthEndSettlement,
  supplierReconciliation,
  customerOnboarding,
  subscriptionBilling,
  claimsHandling,
];
